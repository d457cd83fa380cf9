import type { PointBatch } from '../cloud/point-batch.js';
import { checkIsSurvey } from '../survey/check.js';
import type { Survey } from '../survey/survey.js';
import { subraysOf } from './instrument-scans.js';
import { type OpenSceneOptions, openScene } from './scene-device.js';

/** Options of `simulate`. */
export type SimulateOptions = OpenSceneOptions;

/**
 * Scans the scene of a survey and yields its points batch by batch, in order of (scanner, leg, pulse, return); writes
 * nothing. Ends early if the loop over it does, or by `signal`. Throws UserError for a scene that cannot be read, legs
 * without pulses, materials that a strict survey refuses and an engine that is not available, AbortedError.
 */
export async function* simulate(survey: Survey, options: SimulateOptions): AsyncGenerator<PointBatch> {
  checkIsSurvey(survey);
  const needs = { colors: survey.colors !== undefined, subrays: subraysOf(survey) };
  const device = await openScene(survey.scene, { ...options, ...needs });
  try {
    yield* device.scan(survey);
  } finally {
    await device.close();
  }
}
