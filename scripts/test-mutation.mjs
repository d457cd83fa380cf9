// npm run test:mutation -- FOLDER [stryker's options]: changes src/FOLDER in hundreds of small ways and reports which
// changes the tests of test/FOLDER do not notice. Takes minutes to hours; the table is in bench/results/mutation.md.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stryker = `${root}scripts/mutation/node_modules/@stryker-mutator/core/bin/stryker.js`;
const [folder, ...options] = process.argv.slice(2);

if (!folder || !existsSync(`${root}src/${folder}`)) {
  console.error('npm run test:mutation -- FOLDER; FOLDER is a folder of src, such as planning or planning/stations');
  process.exit(2);
}
const run = (command, args, folderOfRun) => {
  const env = { ...process.env, MUTATED_FOLDER: folder };
  const { status } = spawnSync(command, args, { cwd: folderOfRun, env, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};

if (!existsSync(stryker)) run('npm', ['ci'], `${root}scripts/mutation`);
const mutate = options.includes('--mutate') ? [] : ['--mutate', `src/${folder}/**/*.ts,!src/**/*.generated.ts`];
run(process.execPath, [stryker, 'run', 'scripts/mutation/stryker.config.json', ...mutate, ...options], root);
