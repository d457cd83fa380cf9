// npm run test:mutation -- FOLDER [--sample N [--seed S]] [--slow] [stryker's options]: changes src/FOLDER in hundreds
// of small ways and reports which changes the tests of test/FOLDER do not notice. Takes minutes to hours; less with
// `--sample`, which draws N of the changes at random with the seed S (1). `--slow` runs the slow tests too
// (vitest.mutation.config.ts). The table is in bench/results/mutation.md.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeParts, partsNamed } from './build/make-parts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const stryker = `${root}scripts/mutation/node_modules/@stryker-mutator/core/bin/stryker.js`;
const [folder, ...options] = process.argv.slice(2);
const size = takeNumber('--sample');
const seed = takeNumber('--seed') ?? 1;
const slow = options.includes('--slow') && options.splice(options.indexOf('--slow'), 1);

if (!folder || !existsSync(`${root}src/${folder}`))
  fail(
    'npm run test:mutation -- FOLDER [--sample N [--seed S]] [--slow]; FOLDER is a folder of src, as planning/stations',
  );
// Tests of damaged sources cannot ask whether dist/ was built from theirs, as other tests do: it must
// be that of the sound ones.
await makeParts(root, partsNamed([]));

const run = (command, args, folderOfRun) => {
  const sample = { SAMPLE_SIZE: String(size), SAMPLE_SEED: String(seed) };
  const env = { ...process.env, ...sample, MUTATED_FOLDER: folder, WITH_SLOW_TESTS: slow ? '1' : '' };
  const { status } = spawnSync(command, args, { cwd: folderOfRun, env, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};

if (!existsSync(stryker)) run('npm', ['ci'], `${root}scripts/mutation`);
const mutate = options.includes('--mutate') ? [] : ['--mutate', `src/${folder}/**/*.ts,!src/**/*.generated.ts`];
const sample = size ? ['--checkers', 'sample'] : [];
run(process.execPath, [stryker, 'run', 'scripts/mutation/stryker.config.json', ...mutate, ...sample, ...options], root);

/** The whole number behind an option of ours, which it takes out of `options`; undefined without the option. */
function takeNumber(name) {
  const at = options.indexOf(name);
  if (at < 0) return undefined;
  const [, text] = options.splice(at, 2);
  return /^[1-9]\d*$/.test(text) ? Number(text) : fail(`${name}: found ${text}, expected a whole number above 0`);
}

function fail(message) {
  console.error(message);
  process.exit(2);
}
