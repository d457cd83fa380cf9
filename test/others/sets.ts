import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Where `scripts/fetch-others.mjs` brought the files. */
export const OTHERS = process.env.SUBRAY_OTHERS ?? resolve(import.meta.dirname, '../../../shared/others');
/** Why no file of others is read; undefined: they are there. */
export const ABSENT = existsSync(OTHERS)
  ? undefined
  : `skipped: ${OTHERS} is not here; node scripts/fetch-others.mjs FOLDER brings them, SUBRAY_OTHERS=FOLDER names them`;

/** Larger files take minutes in all, and say no more. */
const BYTES_MAX = 4 * 2 ** 20;

/** Files of a kind, from repositories that test with it. */
export interface FileSet {
  repositories: readonly string[];
  endings: RegExp;
  /** Files that others stand beside count each, whatever they hold. */
  hasOthersBeside?: boolean;
}

/** A file of others: its path, and its name for people, from its repository on. */
export interface OtherFile {
  path: string;
  name: string;
}

/** The files of a set, in the order of their names; of equal ones, the first. */
export function filesOf({ repositories, endings, hasOthersBeside }: FileSet): OtherFile[] {
  const seen = new Set<string>();
  return repositories
    .flatMap((repository) => filesBelow(repository.replace('/', '+')))
    .filter(({ path, name }) => {
      if (!endings.test(name) || statSync(path).size >= BYTES_MAX) return false;
      const digest = createHash('sha256').update(readFileSync(path)).digest('hex');
      const isNew = !seen.has(digest);
      seen.add(digest);
      return isNew || hasOthersBeside === true;
    });
}

/** All files of a repository's folder but those of Git. */
function filesBelow(folder: string): OtherFile[] {
  const root = join(OTHERS, folder);
  if (!existsSync(root)) throw new Error(`${root} is not here: fetch it with scripts/fetch-others.mjs`);
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !path.startsWith(join(root, '.git')))
    .sort()
    .map((path) => ({ path, name: path.slice(OTHERS.length + 1).replaceAll('\\', '/') }));
}
