import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { groupOf, testFiles } from './test/support/test-groups.js';

// The tests of one folder of src/, those that mirror it, for `npm run test:mutation`: they need no GPU and start no program.
const { MUTATED_FOLDER: folder, WITH_SLOW_TESTS: withSlow } = process.env;
if (!folder) throw new Error('npm run test:mutation -- FOLDER sets MUTATED_FOLDER');

/** Tests of whole surveys: half a minute for every fault that they are shown, so that they see faults only with `--slow`. */
const SLOW = ['test/planning/measured-density.test.ts', 'test/simulation/run-survey.test.ts'];

const include = testFiles()
  .filter((file) => file.startsWith(`test/${folder}/`) && groupOf(file) === 'shared')
  .filter((file) => withSlow || !SLOW.includes(file));

// Trees that a damaged program has built must not get into anybody's cache.
const cache = mkdtempSync(join(tmpdir(), 'subray-mutants-'));
process.env.SUBRAY_CACHE = cache;
process.on('exit', () => rmSync(cache, { recursive: true, force: true }));

/** Vitest begins with the files that take longest; a fault is found soonest by those that take least. */
class ShortestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).reverse();
  }
}

/** Milliseconds: the first run counts which lines a test runs, which takes fifty times as long as the test. */
const TIMEOUT = 600_000;

export default defineConfig({
  test: { include, isolate: false, testTimeout: TIMEOUT, hookTimeout: TIMEOUT, sequence: { sequencer: ShortestFirst } },
});
