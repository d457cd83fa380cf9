import type { Engine } from '../engine/engine.js';
import type { Scene } from '../scene/scene.js';
import type { TracedPoints } from './points/traced-points.js';
import { pulsesOf, type ScanPlan } from './scan-plan.js';
import { type TraceListener, tracePulses } from './trace-points.js';

/** What instruments are traced with. */
export interface InstrumentsListener extends TraceListener {
  /** An engine for a plan; it is closed when the plan is done. */
  openEngine(plan: ScanPlan): Promise<Engine>;
  /** The engine that has just done its plan. */
  onDone?(engine: Engine): void;
}

/**
 * What the pulses of several plans give, one plan after the other, each with an engine of its own that is there only for as long.
 * Pulses are counted over all of them.
 */
export async function* traceInstruments(
  plans: readonly ScanPlan[],
  scene: Scene,
  listener: InstrumentsListener,
): AsyncGenerator<TracedPoints & { plan: ScanPlan }> {
  const total = plans.reduce((sum, plan) => sum + pulsesOf(plan), 0);
  let before = 0;
  for (const plan of plans) {
    const done = before;
    const onPulses = (pulses: number) => listener.onPulses?.(done + pulses, total);
    const engine = await listener.openEngine(plan);
    try {
      for await (const traced of tracePulses(engine, plan, scene, { ...listener, onPulses })) yield { ...traced, plan };
    } finally {
      listener.onDone?.(engine);
      await engine.close();
    }
    before += pulsesOf(plan);
  }
}
