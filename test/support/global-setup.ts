import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
// @ts-expect-error: a build script without types
import { makeParts, partsNamed, staleness } from '../../scripts/build/make-parts.mjs';
// @ts-expect-error: a build script without types
import { partsNeededBy } from '../../scripts/build/needed-parts.mjs';
import { longFiles, testFiles } from './test-groups.js';
import { SYSTEM_FOLDER } from './unpack-chromium.js';

const ROOT = `${resolve(import.meta.dirname, '../..')}/`;

/**
 * Brings the modules of dist/ up to date, once before all tests and in the process that starts theirs, and gives tests
 * a temporary folder and a cache of trees of their own. Ends the process, with the reason in one line, if another part
 * of dist/ that these tests need is out of date, which takes longer to make: `npm test` does so; tests that are watched
 * go on with a warning.
 */
export default async function setUp({ vitest }: TestProject): Promise<(() => void) | undefined> {
  // Vitest calls this for each of its projects.
  if (process.env[SYSTEM_FOLDER] !== undefined) return undefined;
  const tests = chosenTests((vitest as { filenamePattern?: string[] }).filenamePattern);
  const fault = await faultOfBuild(ROOT, tests);
  if (fault) {
    // Thrown, it would stand below the names of all tests.
    process.stderr.write(`${fault}\n`);
    process.exit(1);
  }
  vitest.onTestsRerun(async () => {
    const later = await faultOfBuild(ROOT, tests);
    if (later) vitest.logger.warn(later);
  });
  const folder = mkdtempSync(join(tmpdir(), 'subray-tests-'));
  // Helpers that several files share, and programs that are killed, cannot remove all that they make.
  Object.assign(process.env, { [SYSTEM_FOLDER]: tmpdir(), TMPDIR: folder, TEMP: folder });
  // A cache that outlives the run would have the next one test trees that another program has built.
  process.env.SUBRAY_CACHE = join(folder, 'cache');
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** The tests whose path holds one of `patterns`; undefined: all. */
function chosenTests(patterns: readonly string[] | undefined): string[] | undefined {
  return (
    patterns && [...testFiles(), ...longFiles()].filter((path) => patterns.some((part) => (ROOT + path).includes(part)))
  );
}

/**
 * The reason why `tests` (all, if undefined) cannot use dist/ of the checkout `root`; undefined if the parts that they
 * need are up to date. Modules are made anew on the way, since that takes no time and is safe beside running programs.
 */
export async function faultOfBuild(root: string, tests: readonly string[] | undefined): Promise<string | undefined> {
  await makeParts(root, partsNamed(['modules']));
  return staleness(root, partsNamed(tests ? partsNeededBy(root, tests) : []));
}
