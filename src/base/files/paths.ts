/** Paths as text with `/` between names: of files on a disk, in a dropped folder, behind a URL. */

/** Whether `path` begins with a scheme such as `https:`; a Windows drive has only one letter. */
export const isUrl = (path: string): boolean => /^[a-z][a-z0-9+.-]+:/i.test(path);

/** The last name of a path, without `ending` if it has that. */
export function basename(path: string, ending = ''): string {
  const name = path.replace(/\/+$/, '').split('/').pop() ?? '';
  return ending !== '' && name !== ending && name.endsWith(ending) ? name.slice(0, -ending.length) : name;
}

/** The ending of a path's last name, with its dot; empty without one, as in `.hidden`. */
export function extname(path: string): string {
  const name = basename(path);
  const dot = name.lastIndexOf('.');
  return dot <= 0 || name === '..' ? '' : name.slice(dot);
}

/** The folder of a path; `.` for a name alone. */
export function dirname(path: string): string {
  const trimmed = path.replace(/(?<=.)\/+$/, '');
  const slash = trimmed.lastIndexOf('/');
  if (slash < 0) return '.';
  return trimmed.slice(0, slash) || '/';
}

/** `name` in `folder`, without `.` and, after a name, `..`. */
export function joinPath(folder: string, name: string): string {
  if (isUrl(folder)) return folder.endsWith('/') ? folder + name : `${folder}/${name}`;
  return normalizePath(folder === '' ? name : `${folder}/${name}`);
}

/** Whether `path` is in `folder` or below, both as resolved by Files. */
export function isInside(folder: string, path: string): boolean {
  if (folder === '.') return !path.startsWith('../') && path !== '..';
  return path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** The path from `folder` to `path`, both as resolved by Files; `path` itself if they have no common root. */
export function relativePath(folder: string, path: string): string {
  const root = rootOf(path);
  if (rootOf(folder) !== root) return path;
  const [from, to] = [folder, path].map((text) => namesOf(text.slice(root.length)));
  let common = 0;
  while (common < from.length && common < to.length && from[common] === to[common]) common++;
  return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/');
}

/** The root of a path: `/`, a drive, a server; empty for names within a page's files. */
const rootOf = (path: string): string => /^(\/|[a-z]:\/|[a-z][a-z0-9+.-]+:\/\/[^/]*)/i.exec(path)?.[0] ?? '';

const namesOf = (path: string): string[] => path.split('/').filter((name) => name !== '' && name !== '.');

/** `path` without `.`, empty names and, after a name, `..`; `.` for an empty path. */
export function normalizePath(path: string): string {
  const names: string[] = [];
  const root = path.startsWith('/') ? '/' : '';
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(name);
    else if (names.length > 0 && names[names.length - 1] !== '..') names.pop();
    else if (root === '') names.push(name);
  }
  return root + names.join('/') || '.';
}
