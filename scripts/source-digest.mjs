// A digest of all sources of dist/: the build leaves it in dist/, and the tests compare it with the tree.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Sources of the build, relative to the checkout. */
const FOLDERS = ['src', 'wasm', 'columns', 'laz', 'wgsl', 'studio', 'scripts', 'platforms', 'brdf-db', 'crs-db'];
const FILES = ['package.json', 'tsconfig.json'];

/** The build's own results, and files that editors leave beside others. */
const NO_SOURCE = /\.generated\.|^\.|~$/;

/** A program that the build does not call, and what it installs for itself. */
const NO_PART = 'scripts/mutation';

/** The file in which the build leaves the digest of its sources, relative to the checkout. */
export const DIGEST_FILE = 'dist/source-digest.txt';

/** The SHA-256 digest, in hex, of the names and contents of all sources in the checkout `root`. */
export function sourceDigest(root) {
  const hash = createHash('sha256');
  for (const file of [...FILES, ...FOLDERS.flatMap((folder) => filesIn(root, folder))].sort()) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** Paths of the sources in a folder and the folders below it, relative to `root`, with `/` between names. */
function filesIn(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return path === NO_PART ? [] : filesIn(root, path);
    return entry.isFile() && !NO_SOURCE.test(entry.name) ? [path] : [];
  });
}
