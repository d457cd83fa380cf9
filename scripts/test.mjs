// npm test [-- NAME … [OPTION …]]: formatter, linter, type check and all tests, in parallel, or those tests alone whose
// path holds a NAME; dist/ is brought up to date first, as far as the tests need it. OPTIONs are vitest's. The GPU
// tests share one process, which compiles shaders while all others run.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeParts, partsNamed } from './build/make-parts.mjs';
import { partsNeededBy } from './build/needed-parts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const given = process.argv.slice(2);
const end = given.findIndex((word) => word.startsWith('-'));
const names = given.slice(0, end < 0 ? given.length : end);
const options = given.slice(names.length);
const vitest = (...args) => ['vitest/vitest.mjs', 'run', ...args, ...options];

const CHECKS = {
  biome: ['@biomejs/biome/bin/biome', 'check', '.'],
  // See build/declarations.mjs.
  types: ['typescript/bin/tsc', '-p', 'tsconfig.test.json', '--checkers', '1'],
  'types of the studio': ['typescript/bin/tsc', '-p', 'studio', '--checkers', '1'],
};

/**
 * The output of the longest job is shown at once, that of the others when they have ended, and of
 * those that fail in the end.
 */
const LONGEST = 'all other tests';

const ALL = {
  ...CHECKS,
  'tests of the GPU': vitest('--project', 'gpu'),
  [LONGEST]: vitest('--project', '!gpu'),
};

try {
  process.exitCode = names.length === 0 ? await runAll() : await runNamed();
} catch (error) {
  // A fault of the sources, which the build found: a stack would lead into its scripts.
  console.error(error.message);
  process.exitCode = 1;
}

async function runAll() {
  await makeParts(root, partsNamed([]));
  const ended = await Promise.all(Object.entries(ALL).map(([name, command]) => runJob(name, command)));
  const failed = ended.filter(({ code }) => code !== 0);
  for (const { output } of failed) process.stdout.write(output);
  if (failed.length > 0) console.error(`\nfailed: ${failed.map(({ name }) => name).join(', ')}`);
  return failed.length > 0 ? 1 : 0;
}

async function runNamed() {
  const tests = testsNamed();
  if (tests.length === 0) {
    console.error(`no test has ${names.join(' or ')} in its path`);
    return 2;
  }
  await makeParts(root, partsNamed(partsNeededBy(root, tests)));
  return (await runProgram(vitest(...tests), 'inherit')).code;
}

/** Tests whose path holds one of the names; a path may begin with `./`. */
function testsNamed() {
  const parts = names.map((name) => name.replace(/^\.\//, ''));
  return readdirSync(`${root}test`, { recursive: true, encoding: 'utf8' })
    .map((name) => `test/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.test.ts') && !path.endsWith('.long.test.ts'))
    .filter((path) => parts.some((part) => path.includes(part)));
}

/** One of the jobs of a whole run: that of the longest is heard as it runs, the others in one piece. */
async function runJob(name, command) {
  const { code, said } = await runProgram(command, name === LONGEST ? 'inherit' : 'pipe');
  const output = `\n--- ${name}${code === 0 ? '' : ': FAILED'}\n${said}`;
  if (code === 0) process.stdout.write(output);
  return { name, code, output };
}

async function runProgram([script, ...args], heard) {
  const child = spawn(process.execPath, [`${root}node_modules/${script}`, ...args], {
    cwd: root,
    stdio: ['ignore', heard, heard],
  });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => said.push(bytes));
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  return { code, said: Buffer.concat(said) };
}
