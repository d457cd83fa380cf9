import type { PointBatch } from '../cloud/point-batch.js';
import { loadScene } from '../scene/load-scene.js';
import type { Survey } from '../survey/survey.js';
import type { EngineRequest } from './choose-engine.js';
import { chooseEngine, createEngine } from './node-engine.js';
import { type PrepareOptions, prepareScene } from './prepare-scene.js';
import { reportPulses, tracePoints } from './trace-points.js';

/** Options of `simulate`. */
export type SimulateOptions = PrepareOptions & EngineRequest;

/**
 * Scans the scene of a survey and gives its points batch by batch, in order of (leg, pulse, return); nothing is written.
 * Ends early when the loop over it does, or by `signal`. Throws UserError for a scene that cannot be read and for an engine that
 * cannot be had, AbortedError.
 */
export async function* simulate(survey: Survey, options: SimulateOptions = {}): AsyncGenerator<PointBatch> {
  const { threads, signal, onProgress, log } = options;
  const choice = await chooseEngine(options, { signal, log });
  const scene = await loadScene(survey.scene, { log, signal, onProgress });
  const device = await prepareScene(scene, options);
  const engine = await createEngine(survey, device, { choice, threads, signal, log });
  try {
    yield* tracePoints(engine, survey, scene, { onPulses: reportPulses(onProgress) });
  } finally {
    await engine.close();
  }
}
