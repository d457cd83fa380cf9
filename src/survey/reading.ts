import { dirname, resolve } from 'node:path';
import { type Fault, formatPath, showValue } from '../base/yaml/faults.js';
import type { ValuePath, YamlDocument } from '../base/yaml/yaml-document.js';

/** A survey file while it is being resolved: the document, and the faults found so far. */
export interface Reading {
  document: YamlDocument;
  /** Folder of the survey file, absolute; what the survey names is relative to it. */
  folder: string;
  faults: Fault[];
}

/** Begins to resolve `document`, which was read from the file `path`. */
export function startReading(document: YamlDocument, path: string): Reading {
  return { document, folder: dirname(resolve(path)), faults: [] };
}

/** Notes that `found` stands at `path` where `expected` is allowed. */
export function noteFault(reading: Reading, path: ValuePath, found: unknown, expected: string): void {
  const text = found === undefined ? 'missing' : `found ${showValue(found)}`;
  reading.faults.push({
    place: reading.document.placeOf(path),
    message: `${formatPath(path)}: ${text}, expected ${expected}`,
  });
}
