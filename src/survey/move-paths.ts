import { isMaterialFile } from '../material/file/read-material.js';

/** Keys with a path, or list of paths, that a survey reads. */
const PATH_KEYS = ['file', 'tiles', 'csv', 'table', 'trees', 'materialFolders', 'modelFolders'];

/** The same sections of a survey with every path of a file that they read replaced by `move` of it. */
export function movePaths(value: unknown, move: (path: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => movePaths(item, move));
  if (typeof value !== 'object' || value === null) return value;
  const moved = (path: unknown) => (typeof path === 'string' ? move(path) : movePaths(path, move));
  const entries = Object.entries(value).map(([key, inner]) => {
    const isPath = PATH_KEYS.includes(key) || (key === 'use' && isMaterialFile(inner));
    if (!isPath) return [key, movePaths(inner, move)];
    return [key, Array.isArray(inner) ? inner.map(moved) : moved(inner)];
  });
  return Object.fromEntries(entries);
}
