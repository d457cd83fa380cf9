import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
// @ts-expect-error: a build script without types
import { DIGEST_FILE, sourceDigest } from '../../scripts/source-digest.mjs';
import { SYSTEM_FOLDER } from './unpack-chromium.js';

const ROOT = resolve(import.meta.dirname, '../..');

/**
 * Makes sure, once before all tests and in the process that starts theirs, of a build of these very sources, and of a
 * temporary folder and a cache of trees that are the tests' own. Throws where dist/ is out of date; tests that are
 * watched go on with a warning.
 */
export default function setUp({ vitest }: TestProject): (() => void) | undefined {
  // Vitest calls this for each of its projects.
  if (process.env[SYSTEM_FOLDER] !== undefined) return undefined;
  const fault = faultOfBuild(ROOT);
  if (fault) throw Object.assign(new Error(fault), { stack: fault });
  vitest.onTestsRerun(() => {
    const later = faultOfBuild(ROOT);
    if (later) vitest.logger.warn(later);
  });
  const folder = mkdtempSync(join(tmpdir(), 'subray-tests-'));
  // Helpers that several files share, and programs that are killed, cannot remove all that they make.
  Object.assign(process.env, { [SYSTEM_FOLDER]: tmpdir(), TMPDIR: folder, TEMP: folder });
  // A cache that outlives the run would have the next one test trees that another program has built.
  process.env.SUBRAY_CACHE = join(folder, 'cache');
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/**
 * The reason why tests cannot use dist/ of the checkout `root`; undefined where it was built from the sources there.
 * Tests take from dist/ what they import from `src` (`compiled-sources.ts`), workers, kernel and the program. They do
 * not build by themselves, since that would take dist/ from under other tests and programs that run.
 */
export function faultOfBuild(root: string): string | undefined {
  const file = join(root, DIGEST_FILE);
  if (!existsSync(file)) return 'dist/ is not built: npm run build';
  const isCurrent = readFileSync(file, 'utf8').trim() === sourceDigest(root);
  return isCurrent ? undefined : 'dist/ was built from other sources: npm run build';
}
