import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, expect } from 'vitest';

/** Time and work of a test file; `bench/tests.mjs` makes a table of them. */
export interface FileTimes {
  file: string;
  /** Unix time, ms: of the process if it is the file's own, else of the end of the file before it. */
  beginMs: number;
  endMs: number;
  /** Seconds of all threads, and of the programs that it started and waited for. */
  cpu: number;
  tests: number;
  assertions: number;
}

/** A setup file of vitest, if `TEST_TIMES` names a file: appends a line of JSON to it at the end of each test file. */
const path = process.env.TEST_TIMES;
if (!path) throw new Error('TEST_TIMES names no file');

/** End of the file before this one, in a process that files share. */
const shared = globalThis as { endOfFile?: { ms: number; cpu: number } };
const begin = shared.endOfFile ?? { ms: performance.timeOrigin, cpu: 0 };
let [tests, assertions] = [0, 0];

afterEach(() => {
  tests++;
  assertions += expect.getState().assertionCalls;
});

afterAll(() => {
  const end = { ms: Date.now(), cpu: cpuSeconds() };
  const { testPath = '' } = expect.getState();
  const times = { file: testPath, beginMs: begin.ms, endMs: end.ms, cpu: end.cpu - begin.cpu, tests, assertions };
  appendFileSync(path, `${JSON.stringify(times satisfies FileTimes)}\n`);
  shared.endOfFile = end;
});

/** Of this process and, on Linux, of its children that have ended. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childSeconds();
}

/** proc_pid_stat(5): cutime and cstime, in ticks of 10 ms. */
function childSeconds(): number {
  if (!existsSync('/proc/self/stat')) return 0;
  const afterName = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
  return (Number(afterName[13]) + Number(afterName[14])) / 100;
}
