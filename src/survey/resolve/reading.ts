import { UserError } from '../../base/errors.js';
import type { Files } from '../../base/files/files.js';
import { dirname } from '../../base/files/paths.js';
import { type Fault, formatPath, showValue } from '../../base/yaml/faults.js';
import type { SourceDocument, ValuePath } from '../../base/yaml/source-document.js';
import type { PatternTable } from '../../scanner/deflectors/pattern-table.js';

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
  /** Path in the document of the section that paths are relative to. */
  at: ValuePath;
  /** The patterns that the survey's scanners name, by absolute path; see readPatterns. */
  patterns: ReadonlyMap<string, LoadedPattern>;
}

/** A pattern, or the reason why it could not be read. */
export type LoadedPattern = { table: PatternTable } | { error: unknown };

/** Begins to resolve `document`. Its paths are relative to the folder of the file `path`, which need not exist. */
export function startReading(files: Files, document: SourceDocument, path: string): Reading {
  const folder = dirname(files.resolve(files.folder, path));
  return { files, document, folder, faults: [], at: [], patterns: new Map() };
}

/** The absolute path of `path`, as written in the survey. */
export const pathIn = ({ files, folder }: Reading, path: string): string => files.resolve(folder, path);

/** The reading of the section at `path`; it notes faults there. */
export function readingWithin(reading: Reading, path: ValuePath): Reading {
  return { ...reading, at: [...reading.at, ...path] };
}

/** Notes that `path` has `found` instead of `expected`. */
export function noteFault(reading: Reading, path: ValuePath, found: unknown, expected: string): void {
  const text = found === undefined ? 'missing' : `found ${showValue(found)}`;
  const full = [...reading.at, ...path];
  reading.faults.push({
    place: reading.document.placeOf(full),
    message: `${formatPath(full)}: ${text}, expected ${expected}`,
  });
}

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
    const full = [...reading.at, ...path];
    reading.faults.push({
      place: reading.document.placeOf(full),
      message: `${formatPath(full)}: ${error.format().replace(/\n\s*/, '; ')}`,
    });
    return undefined;
  }
}
