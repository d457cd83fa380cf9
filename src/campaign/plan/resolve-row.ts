import { UserError } from '../../base/errors.js';
import type { Files } from '../../base/files/files.js';
import { isInside } from '../../base/files/paths.js';
import { recordInputs } from '../../base/files/record-inputs.js';
import { type Log, SILENT_LOG } from '../../base/log.js';
import type { SourceDocument, ValuePath } from '../../base/yaml/source-document.js';
import type { SceneDescription } from '../../scene/scene-description.js';
import { outputFolders } from '../../survey/check-outputs.js';
import { loadDocument } from '../../survey/load-document.js';
import type { Survey } from '../../survey/survey.js';
import type { Assignment, Campaign, Row } from '../campaign.js';
import { pathOfSteps } from '../json-pointer.js';

/**
 * The survey of a row, checked and resolved as that of a file. Throws UserError that names the row and its variables;
 * faults of values that the campaign sets have their place in the campaign, others in its survey.
 */
export async function resolveRow(
  campaign: Campaign,
  row: Row,
  { files, outputFolder, log = SILENT_LOG }: { files: Files; outputFolder: string; log?: Log },
): Promise<Survey<SceneDescription>> {
  const document = rowDocument(campaign, row);
  try {
    const survey = await loadDocument(document, campaign.base.file, { files: recordInputs(files), outputFolder, log });
    const stray = outputFolders(survey).find((path) => path !== outputFolder && !isInside(outputFolder, path));
    if (stray === undefined) return survey;
    throw new UserError(
      `an output lies in ${stray}, expected relative paths without ..: each task has a folder of its own`,
      {
        place: document.placeOf(['output']),
      },
    );
  } catch (error) {
    throw error instanceof UserError ? withRow(error, row) : error;
  }
}

/** Places of a row's values: those that the campaign sets lie in it. */
function rowDocument({ base, document, assignments }: Campaign, { survey }: Row): SourceDocument {
  const setter = (path: ValuePath) => assignments.find(({ steps }) => startsWith(path, pathOfSteps(steps)));
  const placeIn = ({ pointer }: Assignment) => document.placeOf(['set', pointer]);
  return {
    file: base.document.file,
    value: survey,
    placeOf: (path) => {
      const found = setter(path);
      return found ? placeIn(found) : base.document.placeOf(path);
    },
    placeOfKey: (path, key) => {
      const found = setter([...path, key]);
      return found ? placeIn(found) : base.document.placeOfKey(path, key);
    },
  };
}

const startsWith = (path: ValuePath, start: ValuePath): boolean => start.every((step, k) => path[k] === step);

/** A fault, with the number of its row and the values drawn for it. */
export function withRow(error: UserError, { index, variables }: Row): UserError {
  const values = Object.entries(variables).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const named = `survey ${index}${values.length > 0 ? ` (${values.join(', ')})` : ''}`;
  const { place, hint, faults, message } = error;
  return new UserError(`${named}: ${message}`, { place, hint, faults, cause: error });
}
