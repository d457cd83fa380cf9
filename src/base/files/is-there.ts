import type { Files } from './files.js';

/** Whether an accessible file or folder exists at `path`. */
export const isThere = (files: Pick<Files, 'stat'>, path: string): Promise<boolean> =>
  files.stat(path).then(
    () => true,
    () => false,
  );
