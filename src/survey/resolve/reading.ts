import { UserError } from '../../base/errors.js';
import type { Files } from '../../base/files/files.js';
import { dirname } from '../../base/files/paths.js';
import { type Fault, formatPath, showValue } from '../../base/yaml/faults.js';
import type { SourceDocument, ValuePath } from '../../base/yaml/source-document.js';
import type { PatternTable } from '../../scanner/deflectors/pattern-table.js';

/** A survey while it is being resolved: where it is written, and the faults found so far. */
export interface Reading {
  files: Files;
  document: SourceDocument;
  /** Folder of the survey file, absolute; what the survey names is relative to it. Of one in memory the current folder. */
  folder: string;
  faults: Fault[];
  /** Where in the document the section stands that paths are relative to. */
  at: ValuePath;
  /** The patterns that its scanners name, by absolute path; see readPatterns. */
  patterns: ReadonlyMap<string, LoadedPattern>;
}

/** A pattern that was read, or why it could not be. */
export type LoadedPattern = { table: PatternTable } | { error: unknown };

/** Begins to resolve `document`, whose paths are seen from where the file `path` is, or would be. */
export function startReading(files: Files, document: SourceDocument, path: string): Reading {
  const folder = dirname(files.resolve(files.folder, path));
  return { files, document, folder, faults: [], at: [], patterns: new Map() };
}

/** `path` as the survey has it, absolute. */
export const pathIn = ({ files, folder }: Reading, path: string): string => files.resolve(folder, path);

/** The reading of the section at `path`: what it notes stands there. */
export function readingWithin(reading: Reading, path: ValuePath): Reading {
  return { ...reading, at: [...reading.at, ...path] };
}

/** Notes that `found` stands at `path` where `expected` is allowed. */
export function noteFault(reading: Reading, path: ValuePath, found: unknown, expected: string): void {
  const text = found === undefined ? 'missing' : `found ${showValue(found)}`;
  const full = [...reading.at, ...path];
  reading.faults.push({
    place: reading.document.placeOf(full),
    message: `${formatPath(full)}: ${text}, expected ${expected}`,
  });
}

/** What `action` gives; where it throws a UserError, that is noted at `path`, and undefined is given. */
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
