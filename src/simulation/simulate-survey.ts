import type { PointBatch } from '../cloud/point-batch.js';
import { loadScene } from '../scene/load-scene.js';
import type { Survey } from '../survey/survey.js';
import { createEngine } from './node-engine.js';
import { type PrepareOptions, prepareScene } from './prepare-scene.js';
import { reportPulses, tracePoints } from './trace-points.js';

/** Options of `simulate`. */
export type SimulateOptions = PrepareOptions;

/**
 * Scans the scene of a survey and gives its points batch by batch, in order of (leg, pulse, return); nothing is written.
 * Ends early when the loop over it does, or by `signal`. Throws UserError for a scene that cannot be read, AbortedError.
 */
export async function* simulate(survey: Survey, options: SimulateOptions = {}): AsyncGenerator<PointBatch> {
  const { threads, signal, onProgress } = options;
  const scene = await loadScene(survey.scene, { log: options.log, signal, onProgress });
  const device = await prepareScene(scene, options);
  const engine = await createEngine(survey, device, { threads, signal });
  try {
    yield* tracePoints(engine, survey, scene, reportPulses(onProgress));
  } finally {
    await engine.close();
  }
}
