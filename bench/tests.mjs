// Seconds of each test file, as `npm test` runs them: by the clock and of all cores, including programs that a file
// starts (Linux); and the numbers of tests and assertions. Prints rows of a table for bench/results/tests.md, longest
// first.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const options = {
  /** Only files with this text in their path. */
  only: { type: 'string', default: '' },
  /** Results written by test/support/file-times.ts in an earlier run; nothing is run then. */
  from: { type: 'string' },
};

const ROOT = fileURLToPath(new URL('..', import.meta.url));

export async function run({ only, from }) {
  const folder = mkdtempSync(join(tmpdir(), 'subray-tests-'));
  try {
    const times = from ?? join(folder, 'times.jsonl');
    if (!from) runTests(only, times);
    return summaryOf(
      readFileSync(times, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runTests(only, times) {
  const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts/test.mjs'), ...[only].filter(Boolean)], {
    cwd: ROOT,
    env: { ...process.env, TEST_TIMES: times },
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error('tests fail: what they take says nothing');
}

/** Files, longest first by their core seconds, and sums over all of them. */
function summaryOf(times) {
  const rows = times.map(({ file, beginMs, endMs, cpu, tests, assertions }) => {
    const seconds = (endMs - beginMs) / 1000;
    return { file: relative(join(ROOT, 'test'), file), seconds, cpu, cores: cpu / seconds, tests, assertions };
  });
  rows.sort((a, b) => b.cpu - a.cpu);
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  const [begin, end] = [Math.min(...times.map((t) => t.beginMs)), Math.max(...times.map((t) => t.endMs))];
  return {
    files: rows.length,
    seconds: (end - begin) / 1000,
    cpu: sum('cpu'),
    tests: sum('tests'),
    assertions: sum('assertions'),
    cores: availableParallelism(),
    fewSeconds: secondsOfFew(times, availableParallelism()),
    rows,
  };
}

/** Seconds in which fewer files than cores were running. */
function secondsOfFew(times, cores) {
  const steps = times.flatMap(({ beginMs, endMs }) => [
    { at: beginMs, step: 1 },
    { at: endMs, step: -1 },
  ]);
  steps.sort((a, b) => a.at - b.at || a.step - b.step);
  let [running, before, few] = [0, steps[0].at, 0];
  for (const { at, step } of steps) {
    if (running < cores) few += at - before;
    running += step;
    before = at;
  }
  return few / 1000;
}

export function print({ files, seconds, cpu, tests, assertions, cores, fewSeconds, rows }) {
  console.log(`${files} files, ${tests} tests, ${assertions} assertions`);
  console.log(`${seconds.toFixed(0)} s by the clock, ${cpu.toFixed(0)} s of a core, all files together`);
  console.log(`${fewSeconds.toFixed(0)} s with fewer than ${cores} files running\n`);
  console.log('| file | by the clock, s | of a core, s | cores | tests |\n|---|---|---|---|---|');
  for (const { file, seconds: own, cpu: busy, cores: share, tests: count } of rows)
    console.log(`| ${file} | ${own.toFixed(1)} | ${busy.toFixed(1)} | ${share.toFixed(2)} | ${count} |`);
}
