import { formatPlace, type SourcePlace, type UserError } from '../base/errors.js';
import { fromFolder } from './from-folder.js';

/** Name of the survey in messages, which a page does not show. */
export const SURVEY_NAME = 'survey';

/** A fault at a place of the survey's text. */
export interface CheckedFault extends Pick<SourcePlace, 'line' | 'column'> {
  message: string;
  /** Advice; absent: the message has it. */
  hint?: string;
}

/**
 * The faults of an error, at their places in the survey. A fault of another file has the place at which the survey
 * names that file, and begins with its place in it. Paths in messages start at `folder`, that of the survey.
 */
export function faultsInSurvey(error: UserError, folder: string): CheckedFault[] {
  const { faults, message, hint, namedAt, place = { file: SURVEY_NAME } } = error;
  if (faults) return faults.map((fault) => inSurvey(fault, folder));
  return [
    { ...inSurvey({ place, message, namedAt }, folder), ...(hint !== undefined && { hint: fromFolder(hint, folder) }) },
  ];
}

function inSurvey(
  { place, message, namedAt }: { place: SourcePlace; message: string; namedAt?: SourcePlace },
  folder: string,
): CheckedFault {
  if (place.file === SURVEY_NAME) return { ...lineOf(place), message: fromFolder(message, folder) };
  return { ...lineOf(namedAt), message: fromFolder(`${formatPlace(place)}: ${message}`, folder) };
}

const lineOf = ({ line, column }: Partial<SourcePlace> = {}): Pick<SourcePlace, 'line' | 'column'> => ({
  ...(line !== undefined && { line }),
  ...(column !== undefined && { column }),
});
