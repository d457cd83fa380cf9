import type { Files } from './files.js';
import { isThere } from './is-there.js';
import { isInside, relativePath } from './paths.js';

/**
 * The same files with an overlay: a file below `folder` is read from the same place below `over` instead, if it exists
 * there. Both are absolute.
 */
export function layFiles(files: Files, folder: string, over: string): Files {
  const upper = (path: string): string | undefined => {
    const target = files.resolve(files.folder, path);
    if (target === folder) return over;
    return isInside(folder, target) ? files.resolve(over, relativePath(folder, target)) : undefined;
  };
  const at = async (path: string): Promise<string> => {
    const candidate = upper(path);
    return candidate !== undefined && (await isThere(files, candidate)) ? candidate : path;
  };
  const own: Pick<Files, 'realPath' | 'stat' | 'read' | 'open' | 'list'> = {
    realPath: async (path) => files.realPath(await at(path)),
    stat: async (path) => files.stat(await at(path)),
    read: async (path) => files.read(await at(path)),
    open: async (path) => files.open(await at(path)),
    list: async (path) => {
      const candidate = upper(path);
      const above = candidate === undefined ? undefined : await files.list(candidate).catch(() => undefined);
      if (above === undefined) return files.list(path);
      return [...new Set([...above, ...(await files.list(path).catch(() => []))])];
    },
  };
  return Object.create(files, Object.getOwnPropertyDescriptors(own));
}
