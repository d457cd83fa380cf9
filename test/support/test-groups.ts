import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/**
 * Processes of the files of a group: `gpu`, one after the other in one process with one GPU device; `alone`, each in a
 * process of its own; `page` in processes with one browser each; `replacing` alone, with the modules of src itself,
 * some of which they replace, where all others have those of dist/ (`compiled-sources.ts`); `shared`, in as many
 * processes as there are cores, which load no GPU, and which files leave as they found them (`share-process.ts` sees to
 * it).
 */
export const GROUPS = ['gpu', 'page', 'alone', 'replacing', 'shared'] as const;
export type Group = (typeof GROUPS)[number];

const ROOT = resolve(import.meta.dirname, '../..');

/** Replaces modules. */
const REPLACING = /\bvi\.mock\(/;
/** Changes what others in the process see. */
const ALONE =
  /^import .* from 'vite'|\bvi\.(stub|useFake|resetModules)|\bprocess\.(env\.\w+ =(?!=)|on\()|^\/\/ Runs alone: /m;
/** Has a GPU: Dawn, or code that looks for it. */
const GPU = /from '(webgpu|.*\/node-gpu\.js)'/;
/** Opens pages. */
const PAGE = /^import .* from 'playwright-core'/m;
/** Has more cases for long runs. */
const HAS_MORE = /from '.*\/long-run\.js'/;
/** Imports of a file from its own folder on; types are gone when it runs. */
const IMPORTS = /^(?:import|export) (?:(?!type\b)[^;']*?from )?'(\.[^']+)\.js';$/gms;

/**
 * The group of a test file (its path from the root of the project) by its own code, and that of the helpers of test/
 * that it imports.
 */
export function groupOf(file: string): Group {
  const texts = [...withHelpers(join(ROOT, file))].map((path) => readFileSync(path, 'utf8'));
  if (texts.some((text) => REPLACING.test(text))) return 'replacing';
  if (texts.some((text) => PAGE.test(text))) return 'page';
  if (texts.some((text) => ALONE.test(text))) return 'alone';
  return texts.some((text) => GPU.test(text)) ? 'gpu' : 'shared';
}

/** A file of test/, and all files of test/ that it imports. */
function withHelpers(path: string, found = new Set<string>()): Set<string> {
  found.add(path);
  for (const [, name] of readFileSync(path, 'utf8').matchAll(IMPORTS)) {
    const file = `${resolve(dirname(path), name)}.ts`;
    if (file.startsWith(join(ROOT, 'test')) && !found.has(file) && existsSync(file)) withHelpers(file, found);
  }
  return found;
}

/** All test files but the long ones, from the root of the project. */
export function testFiles(): string[] {
  return readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.endsWith('.long.test.ts'))
    .map((name) => relative(ROOT, join(ROOT, 'test', name)).replaceAll('\\', '/'))
    .sort();
}

/** The files of `npm run test:long`: the long ones, and those with more cases for it. */
export const longFiles = (): string[] => [
  'test/**/*.long.test.ts',
  ...testFiles().filter((file) => HAS_MORE.test(readFileSync(join(ROOT, file), 'utf8'))),
];

/** All test files by their group. */
export function testGroups(): Record<Group, string[]> {
  const groups: Record<Group, string[]> = { gpu: [], page: [], alone: [], replacing: [], shared: [] };
  for (const file of testFiles()) groups[groupOf(file)].push(file);
  return groups;
}
