// Records of each part's sources: the build notes them when a part is finished, and users of dist/ compare them with
// the tree.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, filesAt } from './sources.mjs';

/** The folder of these notes, a file for each part, relative to the checkout. */
const FOLDER = 'dist/made-of';

const fileOf = (root, part) => join(root, FOLDER, `${part.name}.json`);

/** Digests by path of the sources of a part when it was last made; undefined: it was not. */
export function madeOf(root, part) {
  const file = fileOf(root, part);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Digests by path of a part's sources now, as far as they are known beforehand. */
export const sourcesOf = (root, { sources, makes }) =>
  Object.fromEntries(
    filesAt(root, sources)
      .filter((path) => !makes.includes(path))
      .map((path) => [path, digestOf(root, path)]),
  );

/** Notes the sources of a part; a concurrent reader gets all of the record, or none. */
export function noteMade(root, part, digests) {
  const file = fileOf(root, part);
  mkdirSync(join(root, FOLDER), { recursive: true });
  writeFileSync(`${file}.tmp`, JSON.stringify(digests));
  renameSync(`${file}.tmp`, file);
}

/** Forgets that a part was made: until it is made anew, nobody takes its remains for whole. */
export const forget = (root, part) => rmSync(fileOf(root, part), { force: true });

/** The reason why a part is out of date, as the rest of a sentence; undefined if it was made of the present sources. */
export function faultOf(root, part) {
  const before = madeOf(root, part);
  if (!before) return 'is not built';
  const gone = part.makes.find((path) => !existsSync(join(root, path)));
  if (gone) return `lacks ${gone}`;
  const now = sourcesOf(root, part);
  const added = Object.keys(now).find((path) => !(path in before));
  if (added) return `is without ${added}`;
  const other = Object.keys(before).find((path) => before[path] !== (now[path] ?? digestOf(root, path)));
  return other && `is of another ${other}`;
}
