import type { Engine } from '../engine/engine.js';
import type { Scene } from '../scene/scene.js';
import { type InstrumentScan, pulsesOf, type ScanRun } from './instrument-scan.js';
import type { TracedPoints } from './points/traced-points.js';
import { type TraceListener, tracePulses } from './trace-pulses.js';

/** Traces several runs, one after the other. Pulses are counted over all of them. */
export async function* traceInstruments(
  engine: Engine,
  runs: readonly ScanRun[],
  scene: Scene,
  listener: TraceListener = {},
): AsyncGenerator<TracedPoints & { scan: InstrumentScan }> {
  const total = runs.reduce((sum, { scan }) => sum + pulsesOf(scan), 0);
  let before = 0;
  for (const run of runs) {
    const done = before;
    const onPulses = (pulses: number) => listener.onPulses?.(done + pulses, total);
    await engine.prepare(run.settings, run.room);
    for await (const traced of tracePulses(engine, run, scene, { ...listener, onPulses }))
      yield { ...traced, scan: run.scan };
    before += pulsesOf(run.scan);
  }
}
