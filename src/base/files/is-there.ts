import type { Files } from './files.js';

/** Whether there is a file or a folder at `path` that can be asked for. */
export const isThere = (files: Pick<Files, 'stat'>, path: string): Promise<boolean> =>
  files.stat(path).then(
    () => true,
    () => false,
  );
