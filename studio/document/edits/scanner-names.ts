import { isScannerFile, scannerNames } from 'subray/browser';
import { isPlainMap } from '../plain-value.js';
import type { SurveyText } from '../survey-text.js';
import { hasScannerList } from './scanner-path.js';

/** A scanner as the text has it: what it is called there, and its id in the catalogue or in its description. */
export interface WrittenScanner {
  readonly name?: string;
  readonly id?: string;
  /** Its own file; without an id and a file, none was chosen. */
  readonly file?: string;
}

/** The scanners of a survey; one without a name where it has no list of them. */
export function writtenScanners(text: SurveyText): WrittenScanner[] {
  const list = hasScannerList(text) ? (text.valueAt(['scanners']) as unknown[]) : [];
  const entries = list.length > 0 ? list : [{ scanner: text.valueAt(['scanner']) }];
  return entries.map((entry) => {
    const { name, scanner } = isPlainMap(entry) ? entry : {};
    const { id, file } = isPlainMap(scanner) ? scanner : named(scanner);
    return { name: textOf(name), id: textOf(id), file: textOf(file) };
  });
}

/** What a single value stands for. */
const named = (scanner: unknown): Readonly<Record<string, unknown>> =>
  typeof scanner === 'string' && isScannerFile(scanner) ? { file: scanner } : { id: scanner };

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** What legs and runs call the scanners, by their numbers; undefined: its file says so, or none was chosen. */
export function namesOfWritten(text: SurveyText): (string | undefined)[] {
  const scanners = writtenScanners(text);
  const known = scanners.filter(({ name, id }) => (name ?? id) !== undefined);
  const names = scannerNames(
    known.map(({ name, id = '' }) => ({ name, id })),
    () => {},
  );
  return scanners.map((scanner) => names[known.indexOf(scanner)]);
}
