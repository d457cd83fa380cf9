import type { Files } from '../../base/files/files.js';
import { basename, dirname, extname, joinPath } from '../../base/files/paths.js';
import { frameWords } from '../../base/text.js';

/** Ending of the files with the names of label ids. */
export const LABELS_ENDING = '.labels.json';

/** The path of the file with the names of label ids for the cloud at `path`: `cloud.labels.json` for `cloud.las`. */
export const labelNamesPath = (path: string): string =>
  joinPath(dirname(path), `${basename(path, extname(path))}${LABELS_ENDING}`);

/**
 * The path of the names of label ids that a run wrote beside the cloud at `path`. A frame shares those of its run: any
 * digits of its name may be its number. Undefined if there are none.
 */
export async function labelsBeside(files: Files, path: string): Promise<string | undefined> {
  const name = basename(path, extname(path));
  const words = [...name.matchAll(/\d+/g)].reverse().map(({ index, 0: digits }) => {
    return frameWords(name.slice(0, index) + name.slice(index + digits.length));
  });
  for (const candidate of new Set([name, ...words])) {
    const labels = joinPath(dirname(path), `${candidate}${LABELS_ENDING}`);
    if (await isFile(files, labels)) return labels;
  }
  return undefined;
}

const isFile = (files: Files, path: string): Promise<boolean> =>
  files.stat(path).then(
    ({ kind }) => kind === 'file',
    () => false,
  );
