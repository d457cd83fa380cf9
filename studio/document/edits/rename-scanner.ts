import { EditRefused } from '../edit-refused.js';
import type { SurveyText } from '../survey-text.js';
import { editOf, type NamedEdit } from './edit.js';
import { followNames, renamings } from './follow-names.js';
import { namesOfWritten } from './scanner-names.js';
import { LISTED_KEYS } from './scanner-path.js';

type Names = readonly (string | undefined)[];

/**
 * Renames one of a list of scanners; an empty name leaves it with its id. Legs and restrictions follow. `names`: names
 * of the scanners, where more is known than the text says.
 */
export function renameScanner(
  text: SurveyText,
  index: number,
  to: string,
  names: Names = namesOfWritten(text),
): NamedEdit {
  const name = to.trim();
  if (names.some((other, k) => k !== index && other === name))
    throw new EditRefused(`Another scanner is called ${name} already: legs could not tell them apart.`);
  const at = ['scanners', index] as const;
  const write = (now: SurveyText) =>
    name === '' ? now.removeKey(at, 'name') : now.setValue([...at, 'name'], name, { order: LISTED_KEYS });
  const after = namesOfWritten(text.apply(write(text)));
  const title = `Rename scanner ${names[index] ?? index + 1} to ${name || (after[index] ?? 'that of its file')}`;
  return editOf(text, title, write, ...followNames(text, renamings(names, after)));
}
