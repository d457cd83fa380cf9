import { cloudFormat } from '../io/cloud-formats.js';
import type { Scene } from '../scene/scene.js';
import { recordedKeys } from '../survey/recorded-fields.js';
import type { Survey } from '../survey/survey.js';
import { instrumentScansOf } from './instrument-scan.js';
import { cloudHeaders } from './survey-outputs.js';

/** Bytes of a point in each of a survey's outputs: exact where all take as many, else about. */
export function outputPointBytes(survey: Survey, scene: Scene): number[] {
  const { clouds } = cloudHeaders(survey, instrumentScansOf(survey), scene);
  return survey.outputs.map((output) => {
    const { recordBytes, bytesPerPoint } = cloudFormat(output.format);
    return recordBytes?.({ ...clouds, optional: recordedKeys(survey, 'clouds', output) }, output) ?? bytesPerPoint;
  });
}
