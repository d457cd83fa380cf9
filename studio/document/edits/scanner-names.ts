import { scannerNames } from 'subray/browser';
import { isPlainMap } from '../plain-value.js';
import type { SurveyText } from '../survey-text.js';
import { hasScannerList } from './scanner-path.js';

/** A scanner as the text has it: what it is called there, and its id in the catalogue or in its description. */
export interface WrittenScanner {
  readonly name?: string;
  /** Absent: it is in a file, or none was chosen. */
  readonly id?: string;
}

/** The scanners of a survey; one without a name where it has no list of them. */
export function writtenScanners(text: SurveyText): WrittenScanner[] {
  const list = hasScannerList(text) ? (text.valueAt(['scanners']) as unknown[]) : [];
  const entries = list.length > 0 ? list : [{ scanner: text.valueAt(['scanner']) }];
  return entries.map((entry) => {
    const { name, scanner } = isPlainMap(entry) ? entry : {};
    const id = isPlainMap(scanner) ? scanner.id : scanner;
    return { ...(typeof name === 'string' && { name }), ...(typeof id === 'string' && { id }) };
  });
}

/** What legs and runs call the scanners, by their numbers; undefined: its file says so, or there is nothing to say. */
export function namesOfWritten(text: SurveyText): (string | undefined)[] {
  const scanners = writtenScanners(text);
  const known = scanners.filter(({ name, id }) => (name ?? id) !== undefined);
  const names = scannerNames(
    known.map(({ name, id = '' }) => ({ name, id })),
    () => {},
  );
  return scanners.map((scanner) => names[known.indexOf(scanner)]);
}
