import { type SourcePlace, UserError } from '../../base/errors.js';
import type { Files } from '../../base/files/files.js';
import { dirname, relativePath } from '../../base/files/paths.js';
import { Cuts } from '../../base/yaml/cuts.js';
import { type Fault, formatPath, showValue } from '../../base/yaml/faults.js';
import type { SourceDocument, ValuePath } from '../../base/yaml/source-document.js';
import type { PatternTable } from '../../scanner/deflectors/pattern-table.js';
import type { ScannerFile } from '../../scanner/scanner-file.js';

/** A survey being resolved: its place, and the faults found so far. */
export interface Reading {
  files: Files;
  document: SourceDocument;
  /**
   * Folder of the survey file, absolute, to which paths in the survey are relative. For one in memory, the current
   * folder.
   */
  folder: string;
  faults: Fault[];
  /** Faulty parts, which are left out of the resolved survey; faults that only follow from that are not reported. */
  cuts: Cuts;
  /** Path in the document of the section that paths are relative to. */
  at: ValuePath;
  /** The files that the survey's scanners name, by absolute path: descriptions and patterns; see readScannerFiles. */
  scannerFiles: Map<string, Loaded<ScannerFile>>;
  patterns: Map<string, Loaded<PatternTable>>;
  /** Whether placing the parts of the scene tells which of them stand on none; absent: reading does. */
  placingTells?: boolean;
  /** Places of formulas, by their text: only a run can tell whether they are numbers. */
  formulas: Map<string, SourcePlace>;
}

/** The content of a file, or the reason why it cannot be read. */
export type Loaded<T> = { value: T } | { error: UserError };

/** Begins to resolve `document`. Its paths are relative to the folder of the file `path`, which need not exist. */
export function startReading(files: Files, document: SourceDocument, path: string): Reading {
  const folder = dirname(files.resolve(files.folder, path));
  const cuts = new Cuts(document.value);
  return {
    files,
    document,
    folder,
    faults: [],
    cuts,
    at: [],
    scannerFiles: new Map(),
    patterns: new Map(),
    formulas: new Map(),
  };
}

/** The absolute path of `path`, as written in the survey. */
export const pathIn = ({ files, folder }: Reading, path: string): string => files.resolve(folder, path);

/** The path in the survey of a file that is named relative to the current folder. */
export const pathFrom = ({ files, folder }: Reading, path: string): string =>
  relativePath(folder, files.resolve(files.folder, path));

/** The reading of the section at `path`; it notes faults there. */
export function readingWithin(reading: Reading, path: ValuePath): Reading {
  return { ...reading, at: [...reading.at, ...path] };
}

/** Notes that `path` has `found` instead of `expected`. */
export function noteFault(reading: Reading, path: ValuePath, found: unknown, expected: string): void {
  const isMissing = found === undefined;
  // A key that is missing may be the one beside it that is misspelt.
  if (isMissing && reading.cuts.lostKey(writtenPath(reading, path.slice(0, -1)))) return;
  noteMessage(reading, path, `${isMissing ? 'missing' : `found ${showValue(found)}`}, expected ${expected}`);
}

/** Notes the fault `message` of the value at `path`, unless it only follows from a part that is left out. */
export function noteMessage(reading: Reading, path: ValuePath, message: string): void {
  const full = writtenPath(reading, path);
  if (reading.cuts.touches(full)) return;
  reading.faults.push({ place: reading.document.placeOf(full), message: `${formatPath(full)}: ${message}` });
}

/** The path in the document as written of the value at `path` in the section being resolved. */
const writtenPath = (reading: Reading, path: ValuePath): ValuePath => reading.cuts.written([...reading.at, ...path]);

/** The place of the value at `path` of the section. */
export const placeIn = (reading: Reading, path: ValuePath): SourcePlace =>
  reading.document.placeOf(writtenPath(reading, path));

/** Whether nothing is left out at `path` of the section. */
export const isWhole = (reading: Reading, path: ValuePath): boolean =>
  !reading.cuts.touches(writtenPath(reading, path));

/** The result of `action`. If it throws a UserError, notes the error at `path` and returns undefined. */
export async function noting<T>(
  reading: Reading,
  path: ValuePath,
  action: () => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    noteMessage(reading, path, error.format().replace(/\n\s*/, '; '));
    return undefined;
  }
}
