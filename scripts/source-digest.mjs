// A digest of all sources of dist/: the build leaves it in dist/, and the tests compare it with the tree.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Sources of the build, relative to the checkout. */
const FOLDERS = ['src', 'wasm', 'columns', 'laz', 'wgsl', 'studio', 'scripts', 'platforms', 'brdf-db', 'crs-db'];
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json'];

/** The build's own results, and files that editors leave beside others. */
const NO_SOURCE = /\.generated\.|^\.|~$/;

/** A program that the build does not call, and what it installs for itself. */
const NO_PART = 'scripts/mutation';

/** The file in which the build leaves the digest of its sources, relative to the checkout. */
export const DIGEST_FILE = 'dist/source-digest.txt';

/** The Node that built dist/ is beside it: the command line's compiled code is for that one. */
const NODE_FILE = 'dist/node-version.txt';

/** Says in dist/ of the checkout `root` that it is built from sources with this `digest`. */
export function markBuilt(root, digest) {
  writeFileSync(join(root, NODE_FILE), `${process.version}\n`);
  writeFileSync(join(root, DIGEST_FILE), `${digest}\n`);
}

/** Whether dist/ of the checkout `root` is built from its sources, by this Node. */
export function isBuilt(root) {
  const marks = [DIGEST_FILE, NODE_FILE].map((file) => join(root, file));
  if (!marks.every((file) => existsSync(file))) return false;
  const [digest, node] = marks.map((file) => readFileSync(file, 'utf8').trim());
  return node === process.version && digest === sourceDigest(root);
}

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
