import type { PointBatch } from '../cloud/point-batch.js';
import { checkIsSurvey } from '../survey/check.js';
import type { Survey } from '../survey/survey.js';
import { type OpenSceneOptions, openScene } from './scene-device.js';

/** Options of `simulate`. */
export type SimulateOptions = OpenSceneOptions;

/**
 * Scans the scene of a survey and gives its points batch by batch, in order of (scanner, leg, pulse, return); nothing is written.
 * Ends early when the loop over it does, or by `signal`. Throws UserError for a scene that cannot be read, for legs without
 * pulses, for materials that a strict survey refuses and for an engine that cannot be had, AbortedError.
 */
export async function* simulate(survey: Survey, options: SimulateOptions): AsyncGenerator<PointBatch> {
  checkIsSurvey(survey);
  const device = await openScene(survey.scene, options);
  try {
    yield* device.scan(survey);
  } finally {
    await device.close();
  }
}
