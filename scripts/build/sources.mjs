// Files of the checkout by their content: a part of the build is out of date if one of its files differs from the one
// that it was made of.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Files that editors leave beside others. */
const NO_SOURCE = /^\.|~$/;

/** A program that the build does not call, and its own packages. */
const NO_PART = 'scripts/mutation';

/** Digests of files of this process, with the time of the last change and the size that they had. */
const known = new Map();

/** The SHA-256 digest of a file of the checkout `root`, in hex; undefined if there is none. */
export function digestOf(root, path) {
  const file = join(root, path);
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) return undefined;
  const state = `${stat.mtimeMs} ${stat.size}`;
  if (known.get(file)?.state !== state)
    known.set(file, { state, digest: createHash('sha256').update(readFileSync(file)).digest('hex') });
  return known.get(file).digest;
}

/** The files at `paths`, each a file or a folder with all below it, with `/` between names. */
export const filesAt = (root, paths) =>
  paths.flatMap((path) => (statSync(join(root, path)).isDirectory() ? filesIn(root, path) : [path]));

function filesIn(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return path === NO_PART ? [] : filesIn(root, path);
    return entry.isFile() && !NO_SOURCE.test(entry.name) ? [path] : [];
  });
}

/** Folders of dist/ that hold no modules of src/. */
const NO_MODULES = /^dist\/(cli|made-of|studio|threads|wasm)\//;

/** Removes files of dist/ with this `ending` whose module of src/ is gone. */
export function removeOrphans(root, ending) {
  const isOrphan = (path) => !existsSync(root + path.replace(/^dist/, 'src').slice(0, -ending.length).concat('.ts'));
  for (const path of filesAt(root, ['dist']))
    if (path.endsWith(ending) && !NO_MODULES.test(path) && isOrphan(path)) rmSync(root + path);
}
