// npm test [-- FILTER …]: formatter, linter, type check and all tests, in parallel. The GPU tests share one process,
// which compiles shaders while all others run.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const filters = process.argv.slice(2);
const vitest = (...args) => ['vitest/vitest.mjs', 'run', '--passWithNoTests', ...args, ...filters];

const JOBS = {
  biome: ['@biomejs/biome/bin/biome', 'check', '.'],
  // See build.mjs.
  types: ['typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.test.json', '--checkers', '1'],
  'types of the studio': ['typescript/bin/tsc', '-p', 'studio', '--checkers', '1'],
  'tests of the GPU': vitest('--project', 'gpu'),
  'all other tests': vitest('--project', '!gpu'),
};

/**
 * The output of the longest job is shown at once, that of the others when they have ended, and of
 * those that fail in the end.
 */
const LONGEST = 'all other tests';

async function run([name, [script, ...args]]) {
  const heard = name === LONGEST ? 'inherit' : 'pipe';
  const child = spawn(process.execPath, [`${root}node_modules/${script}`, ...args], {
    cwd: root,
    stdio: ['ignore', heard, heard],
  });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => said.push(bytes));
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  const output = `\n--- ${name}${code === 0 ? '' : ': FAILED'}\n${Buffer.concat(said)}`;
  if (code === 0) process.stdout.write(output);
  return { name, code, output };
}

const ended = await Promise.all(Object.entries(JOBS).map(run));
const failed = ended.filter(({ code }) => code !== 0);
for (const { output } of failed) process.stdout.write(output);
if (failed.length > 0) {
  console.error(`\nfailed: ${failed.map(({ name }) => name).join(', ')}`);
  process.exitCode = 1;
}
