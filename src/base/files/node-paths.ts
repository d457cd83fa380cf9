import { isAbsolute, resolve, sep } from 'node:path';
import type { Files } from './files.js';

/** Paths of this machine, always with `/` between names, which Windows accepts too. */
export const nodePaths: Pick<Files, 'folder' | 'isAbsolute' | 'resolve'> = Object.freeze({
  get folder() {
    return slashes(process.cwd());
  },
  isAbsolute,
  resolve: (folder: string, path: string) => slashes(resolve(folder, path)),
});

/** `path` with `/` between its names. */
export const slashes = (path: string): string => (sep === '/' ? path : path.replaceAll(sep, '/'));
