import type { OnProgress } from '../base/log.js';
import type { PointBatch } from '../cloud/point-batch.js';
import type { Engine } from '../engine/engine.js';
import { createPulseProgram, type PulseProgram } from '../scanner/pulse-program.js';
import type { Scene } from '../scene/scene.js';
import type { ScanPlan } from './run-settings.js';
import { columnsOf, intensityScale, unpackPoints } from './unpack-points.js';

/** The pulse programs of a plan's legs. */
export function programsOf(plan: ScanPlan, scene: Scene): PulseProgram[] {
  return plan.legs.map((leg, k) => createPulseProgram(plan.scanner, plan.mount, leg, k, scene.frameOrigin));
}

/** Who wants to hear of the work after each chunk. */
export interface TraceListener {
  /** How many pulses are done. */
  onPulses?(done: number, total: number): void;
  /** How long the chunk's records took to become points, seconds. */
  onUnpacked?(seconds: number): void;
}

/** All points of a survey (or of what has none of its files), leg by leg, in order of (pulse, return). */
export async function* tracePoints(
  engine: Engine,
  plan: ScanPlan,
  scene: Scene,
  { onPulses, onUnpacked }: TraceListener = {},
): AsyncGenerator<PointBatch> {
  const labels = columnsOf(scene.surfaces);
  const intensity = intensityScale(plan.intensity, plan.scanner.detection.minEnergy);
  const programs = programsOf(plan, scene);
  const total = programs.reduce((sum, program) => sum + program.pulseCount, 0);
  let pulses = 0;
  for (const [k, program] of programs.entries()) {
    const { startTime, pointSourceId } = plan.legs[k];
    const context = { frameOrigin: scene.frameOrigin, startTime, pointSourceId, labels, intensity };
    for await (const chunk of engine.trace(program)) {
      const began = performance.now();
      const batch = unpackPoints(chunk, context);
      onUnpacked?.((performance.now() - began) / 1000);
      pulses += chunk.pulseCount;
      onPulses?.(pulses, total);
      if (batch.count > 0) yield batch;
    }
  }
}

/** Progress of a run in pulses, as `tracePoints` tells it. */
export function reportPulses(onProgress: OnProgress | undefined) {
  return (done: number, total: number) => onProgress?.({ task: 'simulate', done, total, unit: 'pulses' });
}
