// The parts of dist/ that a test needs, by the references in it and in all its imports.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { PARTS } from './parts.mjs';
import { THREADS } from './threads.mjs';

/** Imports and exports from a module beside, dynamic ones too; types are gone when it runs. */
const IMPORTS = /^(?:import|export) (?:(?!type\b)[^;']*?from )?'(\.[^']+)';$|\bimport\('(\.[^']+)'\)/gm;

/** Files that are found by their place: programs, threads, binaries, pages. */
const FILES = /new URL\(\s*'(\.[^']+)',\s*import\.meta\.url|\b(dist\/[\w./-]+)/g;

/** Folders of dist/ that a part makes as a whole. */
const FOLDERS = { 'dist/cli/': 'cli', 'dist/threads/': 'threads', 'dist/studio/': 'studio', 'dist/wasm/': 'kernel' };

/** The names of the parts that tests need: `modules` at least. */
export function partsNeededBy(root, tests) {
  const needed = new Set(['modules']);
  const seen = new Set();
  const queue = tests.map((path) => join(root, path));
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const path = relative(root, file).split(sep).join('/');
    const part = partOf(path);
    if (part) needed.add(part);
    if (/\.tsx?$/.test(file) && existsSync(file)) queue.push(...referencesOf(root, file));
  }
  return [...needed];
}

/** The part that makes a file; undefined for other sources than those of threads, which are bundled. */
function partOf(path) {
  const folder = Object.keys(FOLDERS).find((start) => `${path}/`.startsWith(start));
  if (folder) return FOLDERS[folder];
  if (THREADS.some((module) => path === `src/${module}.ts`)) return 'threads';
  return PARTS.find(({ makes }) => makes.includes(path))?.name;
}

/** The files that a source refers to; modules of src/ in place of those of dist/. */
function referencesOf(root, file) {
  const text = readFileSync(file, 'utf8');
  const beside = [...text.matchAll(IMPORTS)].map(([, still, dynamic]) => resolve(dirname(file), still ?? dynamic));
  const named = [...text.matchAll(FILES)].map(([, url, path]) =>
    url ? resolve(dirname(file), url) : join(root, path),
  );
  // A server of the studio's pages is tested without them, but for tests that name them.
  const served = join(root, 'dist/studio');
  const isServer = file.startsWith(join(root, 'src/'));
  return [...beside, ...named.filter((path) => !(isServer && path.startsWith(served)))].map((path) =>
    sourceOf(root, path),
  );
}

/** The source of a module, `X.ts` or `X.tsx` for `X.js`; of one of dist/ that of src/, unless it is bundled. */
function sourceOf(root, path) {
  const [dist, src] = [join(root, 'dist/'), join(root, 'src/')];
  if (path.startsWith(join(dist, 'cli/'))) return path;
  for (const candidate of [path, path.replace(dist, src)])
    for (const ending of ['.ts', '.tsx']) {
      const source = candidate.replace(/\.js$/, ending);
      if (source !== candidate && existsSync(source)) return source;
    }
  return path;
}
