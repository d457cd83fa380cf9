import { EditRefused } from '../edit-refused.js';
import { isPlainMap } from '../plain-value.js';
import type { SurveyText } from '../survey-text.js';
import { editOf, type NamedEdit, NUMBER_DECIMALS } from './edit.js';

/** Sets a number of the scanner, such as `pulseRate`; undefined leaves it to the catalogue, and with the last one only the id stays. */
export function setScannerValue(text: SurveyText, key: string, value: number | undefined): NamedEdit {
  const scanner = text.valueAt(['scanner']);
  const path = ['scanner', key];
  if (value === undefined)
    return editOf(text, `Reset ${key} of the scanner`, (now) =>
      isPlainMap(scanner) ? now.removeKey(['scanner'], key) : [],
    );
  if (!isPlainMap(scanner) && typeof scanner !== 'string')
    throw new EditRefused('the survey has no `scanner` to set this of');
  return editOf(text, `Set ${key} of the scanner`, (now) =>
    isPlainMap(scanner)
      ? now.setValue(path, value, { decimals: NUMBER_DECIMALS })
      : now.setValue(['scanner'], { id: scanner, [key]: value }, { decimals: NUMBER_DECIMALS }),
  );
}
