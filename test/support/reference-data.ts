import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

const ROOT = resolve(import.meta.dirname, '../..');
/** The folder of the whole data, for those who have it. */
export const WHOLE = join(ROOT, '../shared');

/** Reference data for comparisons of results; test/data/SOURCES.md names its origin. */
export interface ReferenceData {
  /** `extract`, which comes with the project, or `whole`. */
  name: string;
  isWhole: boolean;
  /** Path of a folder or file, by its name in test/data. */
  path(name: string): string;
}

/** Folders of the whole data that have other names in test/data; the others lie in `data`. */
const PLACES: Readonly<Record<string, string>> = { helios: 'helios/reference' };

/** The part that comes with the project. */
export const EXTRACT: ReferenceData = {
  name: 'extract',
  isWhole: false,
  path: (name) => join(ROOT, 'test/data', name),
};

const WHOLE_DATA: ReferenceData = {
  name: 'whole',
  isWhole: true,
  path: (name) =>
    join(
      WHOLE,
      name.replace(/^[^/]+/, (folder) => PLACES[folder] ?? `data/${folder}`),
    ),
};

/** The extract of the project, and the whole data if it lies beside the checkout. */
export const REFERENCE_DATA: readonly ReferenceData[] = existsSync(WHOLE) ? [EXTRACT, WHOLE_DATA] : [EXTRACT];

/** The content of a file of reference data, which may be packed. */
export function readReference(data: ReferenceData, name: string): Buffer {
  const path = data.path(name);
  return unpacked(['.br', '.gz'].map((ending) => path + ending).find(existsSync) ?? path);
}

/** The content of a file, unpacked if its name ends with `.br` or `.gz`. */
export function unpacked(path: string): Buffer {
  const content = readFileSync(path);
  if (path.endsWith('.br')) return brotliDecompressSync(content);
  return path.endsWith('.gz') ? gunzipSync(content) : content;
}
