import { EditRefused } from '../edit-refused.js';
import { isPlainMap } from '../plain-value.js';
import type { SurveyText } from '../survey-text.js';
import { editOf, type NamedEdit, NUMBER_DECIMALS } from './edit.js';
import { scannerPath } from './scanner-path.js';

/**
 * Sets a number of the scanner, such as `pulseRate`; of several, of number `index`. Undefined leaves it to the
 * catalogue; after the last one only the id stays.
 */
export function setScannerValue(text: SurveyText, key: string, value: number | undefined, index = 0): NamedEdit {
  const path = scannerPath(text, index);
  const scanner = text.valueAt(path);
  if (value === undefined)
    return editOf(text, `Reset ${key} of the scanner`, (now) => (isPlainMap(scanner) ? now.removeKey(path, key) : []));
  if (!isPlainMap(scanner) && typeof scanner !== 'string')
    throw new EditRefused('the survey has no `scanner` to set this of');
  return editOf(text, `Set ${key} of the scanner`, (now) =>
    isPlainMap(scanner)
      ? now.setValue([...path, key], value, { decimals: NUMBER_DECIMALS })
      : now.setValue(path, { id: scanner, [key]: value }, { decimals: NUMBER_DECIMALS }),
  );
}
