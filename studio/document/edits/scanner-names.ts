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

/** The path of a scanner's file, and not an id. */
const FILE = /\.ya?ml$|[\\/]/i;

/** Meaning of a single value. */
const named = (scanner: unknown): Readonly<Record<string, unknown>> =>
  typeof scanner === 'string' && FILE.test(scanner) ? { file: scanner } : { id: scanner };

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Names of the scanners for legs and runs, by number; undefined: its file has it, or none was chosen. */
export function namesOfWritten(text: SurveyText): (string | undefined)[] {
  const scanners = writtenScanners(text);
  const taken = new Set(scanners.map(({ name }) => name));
  return scanners.map(({ name, id }) => {
    const called = name ?? (id && freshScannerName(id, taken));
    taken.add(called);
    return called;
  });
}

/** The name of a scanner with an id beside others, as in a run: the id, or with the first free number from 2. */
export function freshScannerName(id: string, others: ReadonlySet<string | undefined>): string {
  const stem = id.replace(UNSAFE, '_');
  let name = stem;
  for (let number = 2; others.has(name); number++) name = `${stem}-${number}`;
  return name;
}

/** Characters that must not occur in a file name. */
const UNSAFE = /[^\p{L}\p{N}._-]|^\.+/gu;
