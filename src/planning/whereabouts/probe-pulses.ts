import { evenly } from '../../base/evenly.js';
import { RandomStream } from '../../base/random-stream.js';
import type { PreparedScene } from '../../pack/prepared-scene.js';
import { firingLegs, pulsesIn } from '../../scanner/leg-scanner.js';
import type { Scene } from '../../scene/scene.js';
import { type InstrumentScan, programOf, runOf } from '../../simulation/instrument-scan.js';
import { instrumentScansOf } from '../../simulation/instrument-scans.js';
import type { WithMachine } from '../../simulation/machine.js';
import { pulseNumbers } from '../../simulation/points/unpack-points.js';
import type { Survey } from '../../survey/survey.js';

/** Pulses tried of a scan and their returns, by leg. */
export interface ProbedScan {
  scan: InstrumentScan;
  /** Pulses fired, pulses with a return, those that met something within the limits of range without one; returns. */
  tried: number[];
  hits: number[];
  lost: number[];
  points: number[];
}

/** Pulses tried in all; of a leg at most, in pieces of some neighbours each. */
const PULSES_IN_ALL = 40_000;
const PULSES_OF_LEG = 8192;
const PIECES = 64;
/** Legs that are tried; more are represented by these. */
const LEGS_MAX = 100;

/** Fires pieces of each leg, evenly over it, with the CPU engine on one thread. Throws AbortedError. */
export async function probePulses(
  survey: Survey,
  scene: Scene,
  prepared: PreparedScene,
  { machine, signal }: WithMachine & { signal?: AbortSignal },
): Promise<ProbedScan[]> {
  const scans = instrumentScansOf({ ...survey, colors: undefined });
  const runs = scans.map((scan) => runOf(scan, prepared));
  const engine = await machine.openEngine(runs[0], prepared, { threads: 1, soloSubrays: machine.soloSubrays });
  try {
    const found: ProbedScan[] = [];
    for (const { scan, settings, room } of runs) {
      await engine.prepare(settings, room);
      const none = () => scan.legs.map(() => 0);
      const probed: ProbedScan = { scan, tried: none(), hits: none(), lost: none(), points: none() };
      for (const leg of evenly(firingLegs(scan, scan.legs), LEGS_MAX)) {
        const program = programOf(scan, leg, scene);
        for (const range of piecesOf(pulsesIn(scan, scan.legs, leg), budget(scans, scan)))
          for await (const { pulseCount, counts, outputs } of engine.trace(settings, program, { range, signal })) {
            const pulses = pulseNumbers(outputs.points);
            probed.tried[leg] += pulseCount;
            probed.lost[leg] += counts.lost;
            probed.points[leg] += pulses.length;
            probed.hits[leg] += pulses.reduce((sum, pulse, k) => sum + (k > 0 && pulse === pulses[k - 1] ? 0 : 1), 0);
          }
      }
      found.push(probed);
    }
    return found;
  } finally {
    await engine.close();
  }
}

/** Pulses of each leg of a scan. */
function budget(scans: readonly InstrumentScan[], scan: InstrumentScan): number {
  const legs = Math.min(LEGS_MAX, firingLegs(scan, scan.legs).length) * scans.length;
  return Math.max(PIECES, Math.min(PULSES_OF_LEG, Math.floor(PULSES_IN_ALL / legs)));
}

/**
 * Ranges of pulses, one at a random place in each of equal parts of a leg, always the same; the leg itself if it has no
 * more than `most`. In the middle of parts as long as some scan lines, all would lie at the same angle.
 */
export function piecesOf(pulseCount: number, most: number): { first: number; end: number }[] {
  if (pulseCount <= most) return [{ first: 0, end: pulseCount }];
  const size = Math.floor(most / PIECES);
  const random = new RandomStream(pulseCount, 'pieces');
  return Array.from({ length: PIECES }, (_, k) => {
    const first = Math.floor(((k + random.unit()) * (pulseCount - size)) / PIECES);
    return { first, end: first + size };
  });
}
