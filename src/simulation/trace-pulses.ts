import type { OnProgress } from '../base/log.js';
import type { PulseProgram } from '../device/pulse-program.js';
import type { PulseLister } from '../engine/cpu/pulse-lister.js';
import type { Engine } from '../engine/engine.js';
import { firingLegs } from '../scanner/leg-scanner.js';
import type { Scene } from '../scene/scene.js';
import { programOf, pulsesOf, type ScanRun } from './instrument-scan.js';
import { createLegPoints } from './points/leg-points.js';
import { sceneFacts } from './points/scene-facts.js';
import type { TracedPoints } from './points/traced-points.js';

/** A callback after each chunk, and resources that the trace needs. */
export interface TraceListener {
  /** Number of finished pulses. */
  onPulses?(done: number, total: number): void;
  /** Lists the pulses of a leg; required if restrictions mask directions, or if the caller asks for pulses. */
  createPulseLister?: (program: PulseProgram) => Promise<PulseLister>;
  /** Ends the trace. */
  signal?: AbortSignal;
}

/**
 * Traces the pulses of a run in order, including chunks without points. Points are at the true hits, with restrictions
 * applied.
 */
export async function* tracePulses(
  engine: Engine,
  { scan, settings }: ScanRun,
  scene: Scene,
  { createPulseLister, onPulses, signal }: TraceListener = {},
): AsyncGenerator<TracedPoints> {
  const facts = sceneFacts(scene);
  const total = pulsesOf(scan);
  let done = 0;
  for (const index of firingLegs(scan, scan.legs)) {
    const program = programOf(scan, index, scene);
    const lister = await createPulseLister?.(program);
    const leg = createLegPoints({ scan, index, scene: facts, lister });
    let first = 0;
    for await (const { pulseCount, outputs } of engine.trace(settings, program, { signal })) {
      const { traced } = leg.make({ first, end: first + pulseCount, outputs });
      first += pulseCount;
      done += pulseCount;
      onPulses?.(done, total);
      yield traced;
    }
  }
}

/** Reports the progress of `traceInstruments` in pulses. */
export function reportPulses(onProgress: OnProgress | undefined) {
  return (done: number, total: number) => onProgress?.({ task: 'simulate', done, total, unit: 'pulses' });
}
