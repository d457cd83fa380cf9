import type { PulseRange } from '../device/pulse-program.js';
import type { Chunk, Engine } from '../engine/engine.js';
import { firingLegs } from '../scanner/leg-scanner.js';
import type { Scene } from '../scene/scene.js';
import { programOf, pulsesOf, type ScanRun } from './instrument-scan.js';
import type { LegPiece } from './points/leg-points.js';
import { splitPiece } from './points/split-piece.js';

/** A piece of a leg as the device returned it. */
export interface TracedPiece extends LegPiece {
  /** Number of the scan. */
  scan: number;
  /** Number of the leg. */
  leg: number;
  /** Pulses of its chunk, if it is the first piece, that met something within the limits of range without a return. */
  lost: number;
  /** Keeps its outputs valid after the next piece is asked for; returns the function that ends that. */
  hold: Chunk['hold'];
}

/** Pulses of one leg of a scanner, to which a run may be restricted. */
export interface LegRange extends PulseRange {
  /** Number of the scanner, from 0. */
  scanner: number;
  /** Number of the leg, from 0. */
  leg: number;
}

/** Observers of a trace, and the signal that ends it. */
export interface PieceListener {
  /** Number of finished pulses. */
  onPulses?(done: number, total: number): void;
  signal?: AbortSignal;
  /** The pulses that are traced; absent: all. */
  only?: LegRange;
}

/**
 * Traces several runs, one after the other, and yields the pieces of their legs, in order; also those without points.
 */
export async function* tracePieces(
  engine: Engine,
  runs: readonly ScanRun[],
  scene: Pick<Scene, 'frameOrigin'>,
  { onPulses, signal, only }: PieceListener = {},
): AsyncGenerator<TracedPiece> {
  const total = only ? only.end - only.first : runs.reduce((sum, { scan }) => sum + pulsesOf(scan), 0);
  let done = 0;
  for (const [number, { scan, settings, room }] of runs.entries()) {
    if (only && only.scanner !== number) continue;
    await engine.prepare(settings, room);
    for (const leg of firingLegs(scan, scan.legs)) {
      if (only && only.leg !== leg) continue;
      let first = only?.first ?? 0;
      for await (const { pulseCount, counts, outputs, hold } of engine.trace(settings, programOf(scan, leg, scene), {
        range: only,
        signal,
      })) {
        const end = first + pulseCount;
        let { lost } = counts;
        for (const piece of splitPiece({ first, end, outputs })) {
          yield { ...piece, scan: number, leg, lost, hold };
          lost = 0;
        }
        first = end;
        done += pulseCount;
        onPulses?.(done, total);
      }
    }
  }
}
