import { join } from 'node:path';
import { type Fault, quotePath } from '../../base/yaml/faults.js';
import { cloudKind } from '../../io/cloud-kinds.js';
import { NAMED_PRODUCTS } from '../../products/index.js';
import type { Survey } from '../../survey/survey.js';

/** The files of a piece in the folder of its task. */
export const PIECE_CLOUD = 'cloud.las';
export const PIECE_LABELS = 'cloud.labels.json';

/** The survey whose cloud is written as a piece, into `folder`, wherever the whole goes. */
export const surveyOfPieces = <S extends Survey>(survey: S, folder: string): S => ({
  ...survey,
  outputs: survey.outputs.map((output) => ({ ...output, path: join(folder, PIECE_CLOUD) })),
});

const ONE_LAS = 'a survey in pieces makes one LAS file of all points';

/** Faults of outputs that pieces cannot make: their files are joined record by record. */
export function pieceFaults(survey: Survey): Fault[] {
  const { outputs, file } = survey;
  const faults: Fault[] = [];
  for (const { path, format, by, boxes, waveforms: ofPoints, place } of outputs) {
    const refuse = (found: string) =>
      faults.push({ place, message: `output ${quotePath(path)}: ${found}; ${ONE_LAS}` });
    const [ending] = cloudKind(format).endings;
    if (format !== 'las') refuse(`found ${ending}, expected .las, of which subray convert makes ${ending}`);
    else if (by !== undefined) refuse(`found by: ${by}, expected none, or tiles of subray campaign join`);
    else if (boxes) refuse('found boxes: true, expected none');
    else if (ofPoints !== undefined) refuse(`found waveforms: ${ofPoints}, expected none`);
  }
  for (const { path, place } of outputs.slice(1))
    faults.push({ place, message: `output ${quotePath(path)}: found another cloud, expected one; ${ONE_LAS}` });
  if (outputs.length === 0) faults.push({ place: { file }, message: `found no cloud under output; ${ONE_LAS}` });
  for (const { key, placeOf } of NAMED_PRODUCTS) {
    const place = key === 'output' ? undefined : placeOf(survey);
    if (place) faults.push({ place, message: `${key}: found files, expected none; ${ONE_LAS}` });
  }
  return faults;
}
