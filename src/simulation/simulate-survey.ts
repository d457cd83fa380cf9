import type { PointBatch } from '../cloud/point-batch.js';
import { checkIsSurvey } from '../survey/check.js';
import type { Survey } from '../survey/survey.js';
import { subraysOf } from './instrument-scans.js';
import { type OpenSceneOptions, openScene } from './scene-device.js';

/** Scans the scene of a survey and yields its points batch by batch. Throws UserError, AbortedError. */
export async function* simulate(survey: Survey, options: OpenSceneOptions): AsyncGenerator<PointBatch> {
  checkIsSurvey(survey);
  const needs = { colors: survey.colors !== undefined, subrays: subraysOf(survey) };
  const device = await openScene(survey.scene, { ...options, ...needs });
  try {
    yield* device.scan(survey);
  } finally {
    await device.close();
  }
}
