// npm run test:mutation -- FOLDER [--sample N [--seed S]] [stryker's options]: changes src/FOLDER in hundreds of small ways and tells which
// of them the tests of test/FOLDER do not notice. Takes minutes to hours, less with N of the changes, drawn by chance with the seed S (1).
// The table is in bench/results/mutation.md.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stryker = `${root}scripts/mutation/node_modules/@stryker-mutator/core/bin/stryker.js`;
const [folder, ...options] = process.argv.slice(2);
const size = numberOf('--sample');
const seed = numberOf('--seed') ?? 1;

if (!folder || !existsSync(`${root}src/${folder}`)) {
  console.error(
    'npm run test:mutation -- FOLDER [--sample N [--seed S]]; FOLDER is a folder of src, such as planning/stations',
  );
  process.exit(2);
}
const run = (command, args, folderOfRun) => {
  const env = { ...process.env, MUTATED_FOLDER: folder, SAMPLE_SIZE: size, SAMPLE_SEED: seed };
  const { status } = spawnSync(command, args, { cwd: folderOfRun, env, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};

if (!existsSync(stryker)) run('npm', ['ci'], `${root}scripts/mutation`);
const mutate = options.includes('--mutate') ? [] : ['--mutate', `src/${folder}/**/*.ts,!src/**/*.generated.ts`];
const sample = size ? ['--checkers', 'sample'] : [];
run(process.execPath, [stryker, 'run', 'scripts/mutation/stryker.config.json', ...mutate, ...sample, ...options], root);

/** The whole number behind an option of ours, which it takes out of `options`; undefined without it. */
function numberOf(name) {
  const at = options.indexOf(name);
  if (at < 0) return undefined;
  const [, text] = options.splice(at, 2);
  if (/^\d+$/.test(text)) return Number(text);
  console.error(`${name}: found ${text}, expected a whole number`);
  process.exit(2);
}
