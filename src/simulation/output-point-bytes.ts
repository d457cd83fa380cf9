import { cloudFormat } from '../io/clouds/cloud-formats.js';
import { recordedKeys } from '../products/recorded-fields.js';
import type { Scene } from '../scene/scene.js';
import type { Survey } from '../survey/survey.js';
import { cloudHeaders } from './cloud-headers.js';
import { instrumentScansOf } from './instrument-scans.js';

/** Bytes of a point in each of a survey's outputs: exact where all take as many, else about. */
export function outputPointBytes(survey: Survey, scene: Scene): number[] {
  const { clouds } = cloudHeaders(survey, instrumentScansOf(survey), scene);
  return survey.outputs.map((output) => {
    const { recordBytes, bytesPerPoint } = cloudFormat(output.format);
    return recordBytes?.({ ...clouds, optional: recordedKeys(survey, 'clouds', output) }, output) ?? bytesPerPoint;
  });
}
