// npm run fuzz -- [--minutes N] [--count N] [--kind K,K] [--seed S] [--first N] [--jobs N] [--out FOLDER]: tries
// mutants of valid inputs (test/fuzz) in programs of their own, which are ended where a mutant takes more than 10 s or
// 2 GiB. Ends after N minutes (1) or N mutants, prints a table, and keeps mutants that break the rule in FOLDER.
// `--kind K --seed S --first N --count 1` repeats one mutant.
import { fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundleProgram } from './bundle-program.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values: given } = parseArgs({
  options: Object.fromEntries(
    ['minutes', 'count', 'kind', 'seed', 'first', 'jobs', 'out'].map((name) => [name, { type: 'string' }]),
  ),
});
const numberOf = (name, otherwise) => {
  const value = given[name] === undefined ? otherwise : Number(given[name]);
  if (value >= 0) return value;
  throw new Error(`--${name}: found ${given[name]}, expected a number of at least 0`);
};
const seed = numberOf('seed', Math.floor(Math.random() * 2 ** 31));
const count = numberOf('count', Infinity);
let end = Date.now() + 60_000 * numberOf('minutes', given.count === undefined ? 1 : 24 * 60);
const jobs = Math.max(1, numberOf('jobs', 1));
const kinds = given.kind?.split(',') ?? [];
const out = given.out ?? join(tmpdir(), `subray-fuzz-${seed}`);

/** A mutant that takes more CPU time hangs; so does one that takes none for longer than that of the clock. */
const CPU_MS_MAX = 10_000;
const CLOCK_MS_MAX = 120_000;
const RSS_MAX = 2 ** 31;
/** Mutants of one fault that are kept. */
const KEPT = 5;

const tallies = new Map();
const faults = new Map();
const unconfirmed = [];
/** The most memory that a program took, and the mutant at which it was seen. */
let peak = { rss: 0, at: '' };

const folder = mkdtempSync(join(tmpdir(), 'subray-fuzz-program-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const program = await bundleProgram(root, `${root}test/fuzz/fuzz-worker.ts`, folder);
console.log(`seed ${seed}`);
const started = Date.now();
const progress = setInterval(() => console.log(summary()), 60_000);
process.once('SIGINT', () => {
  end = Date.now();
});
await Promise.all(Array.from({ length: jobs }, (_, job) => runJob(job)));
clearInterval(progress);
console.log(table());
for (const { message, numbers, total } of faults.values())
  console.log(`\n${total} × ${numbers.join(', ')}\n${message.slice(0, 2000)}`);
for (const line of unconfirmed) console.log(`not confirmed: ${line}`);
if (faults.size > 0) console.log(`\nkept in ${out}`);
process.exitCode = faults.size > 0 ? 1 : 0;

/** Tries the mutants of one job, in as many programs as it takes. */
async function runJob(job) {
  const first = numberOf('first', 0) + job;
  let left = Math.ceil(count / jobs);
  let next = {};
  while (left > 0 && Date.now() < end) {
    // JSON has no infinity.
    const order = { seed, kinds, next, first, step: jobs, count: Math.min(left, 1e12), end };
    const ended = await watch(order, (tried) => {
      left -= tried;
    });
    if (ended.reason === undefined) return;
    const { kind, number } = ended.current ?? {};
    if (kind === undefined) throw new Error(`the program of mutants does not start: ${ended.reason}`);
    await confirm(ended);
    next = { ...ended.next, [kind]: number + jobs };
    tallyOf(kind).tried++;
    left--;
  }
}

/** Tries one mutant again, alone: its faults must not be those of mutants before it. */
async function confirm({ current: { kind, number }, reason }) {
  const order = { seed, kinds: [kind], next: {}, first: number, step: 1, count: 1, end: Date.now() + 1e6 };
  const again = await watch(order, () => {}, false);
  if (again.reason === undefined) unconfirmed.push(`${kind} ${number}: ${reason}`);
  else keep({ kind, number, message: again.reason });
}

/** Runs the program until it has done its order, or breaks the rule; counts its reports unless it is tried again. */
function watch(order, onTried, counts = true) {
  return new Promise((resolve) => {
    const child = fork(program, [JSON.stringify(order)], {
      execArgv: ['--max-old-space-size=1800'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const state = { current: undefined, next: order.next, reason: undefined };
    let [since, cpuBefore, said, done] = [Date.now(), 0, '', false];
    const stop = (reason) => {
      state.reason ??= reason;
      child.kill('SIGKILL');
    };
    child.stderr.on('data', (bytes) => {
      said = (said + bytes).slice(-4000);
    });
    child.on('message', (message) => {
      if (message.begin) {
        state.current = message.begin;
        since = Date.now();
        cpuBefore = undefined;
      }
      if (message.tallies && counts)
        for (const [name, tally] of Object.entries(message.tallies)) onTried(add(name, tally));
      if (message.next) state.next = message.next;
      if (message.fault?.bytes && counts) keep(message.fault);
      else if (message.fault) state.reason = message.fault.message;
      if (message.done) done = true;
    });
    const timer = setInterval(() => {
      const { cpuMs, rss } = usageOf(child.pid);
      if (rss > peak.rss) peak = { rss, at: `${state.current?.kind} ${state.current?.number}` };
      cpuBefore ??= cpuMs;
      if (Date.now() >= end && counts && child.connected) child.send('end');
      if (rss > RSS_MAX) stop(`takes ${Math.round(rss / 2 ** 20)} MiB`);
      else if (cpuMs - cpuBefore > CPU_MS_MAX) stop(`takes more than ${CPU_MS_MAX / 1000} s`);
      else if (Date.now() - since > CLOCK_MS_MAX) stop(`does not end, and computes nothing`);
    }, 200);
    child.on('close', (code, signal) => {
      clearInterval(timer);
      if (!done) state.reason ??= `ended with ${signal ?? code}: ${said}`;
      resolve(state);
    });
  });
}

/** CPU time and memory of a process, on Linux; elsewhere 0. */
function usageOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
    return { cpuMs: 10 * (Number(fields[11]) + Number(fields[12])), rss: 4096 * pages };
  } catch {
    return { cpuMs: 0, rss: 0 };
  }
}

function tallyOf(name) {
  if (!tallies.has(name)) tallies.set(name, { tried: 0, read: 0, refused: 0, cpuMs: 0, slowestMs: 0, faults: 0 });
  return tallies.get(name);
}

function add(name, { slowestMs, ...sums }) {
  const tally = tallyOf(name);
  for (const [key, value] of Object.entries(sums)) tally[key] += value;
  tally.slowestMs = Math.max(tally.slowestMs, slowestMs);
  return sums.tried;
}

/** Faults whose messages differ only in numbers and names count as one. */
function keep({ kind, number, message, file, bytes }) {
  const key = `${kind} ${message
    .split('\n')
    .slice(0, 4)
    .join(' ')
    .replace(/\d+|"[^"]*"/g, '#')
    .slice(0, 300)}`;
  const known = faults.get(key) ?? { message, numbers: [], total: 0 };
  faults.set(key, known);
  known.total++;
  tallyOf(kind).faults++;
  if (known.numbers.length >= KEPT) return;
  known.numbers.push(`--kind ${kind} --seed ${seed} --first ${number} --count 1`);
  mkdirSync(out, { recursive: true });
  const name = join(out, `${kind}-${seed}-${number}`);
  writeFileSync(`${name}.txt`, `${known.numbers.at(-1)}\n${message}\n`);
  if (bytes !== undefined) writeFileSync(`${name}-${file}`, Buffer.from(bytes, 'base64'));
}

function summary() {
  const tried = [...tallies.values()].reduce((sum, tally) => sum + tally.tried, 0);
  const minutes = (Date.now() - started) / 60_000;
  return `${minutes.toFixed(1)} min: ${tried} mutants, ${faults.size} faults, ${Math.round(peak.rss / 2 ** 20)} MiB at ${peak.at}`;
}

function table() {
  const rows = [...tallies].map(([name, { tried, read, refused, faults: wrong, cpuMs, slowestMs }]) =>
    [name, tried, read, refused, wrong, Math.round(tried / (cpuMs / 1000)), Math.round(slowestMs)].join(' | '),
  );
  const head = 'kind | mutants | read | refused | faults | a CPU second | slowest, ms CPU';
  return [summary(), '', head, '---|---:|---:|---:|---:|---:|---:', ...rows.map((row) => row)].join('\n');
}
