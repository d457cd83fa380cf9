/*
 * The program of `npm run fuzz` that tries mutants (scripts/fuzz.mjs watches it). Its order is its argument, as JSON.
 * It says which mutant it begins, so that the watcher knows which one hangs, eats memory or ends it.
 */
import type { FuzzKind, FuzzSeed } from './fuzz-kind.js';
import { FUZZ_KINDS } from './kinds/index.js';
import { mutantOf, tryMutant, type Verdict } from './try-mutant.js';

interface Order {
  seed: number;
  /** Names of kinds; empty: all. */
  kinds: string[];
  /** The next mutant of each kind; absent: `first`. */
  next: Record<string, number>;
  first: number;
  /** This program tries every `step`-th mutant. */
  step: number;
  /** Mutants to try. */
  count: number;
  /** Time of day at which it ends, ms. */
  end: number;
}

interface Lane {
  kind: FuzzKind;
  seeds: readonly FuzzSeed[];
  number: number;
  /** Mutants tried, divided by the weight of the kind: the lane with the least is next. */
  share: number;
}

/** Sums of the watcher. */
interface Tally {
  tried: number;
  read: number;
  refused: number;
  cpuMs: number;
  slowestMs: number;
}

const order = JSON.parse(process.argv[2]) as Order;
let current: { kind: string; number: number } | undefined;

const say = (message: object): void => void process.send?.(message);
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => {
    say({ fault: { ...current, message: `${event}: ${error instanceof Error ? error.stack : String(error)}` } });
    process.exit(70);
  });

/** The watcher says when the time is over. */
let isOver = false;
process.on('message', () => {
  isOver = true;
});
process.on('disconnect', () => process.exit());

const tallies: Record<string, Tally> = {};

async function lanes(): Promise<Lane[]> {
  const chosen = FUZZ_KINDS.filter(({ name }) => order.kinds.length === 0 || order.kinds.includes(name));
  return Promise.all(
    chosen.map(async (kind) => ({
      kind,
      seeds: await kind.seeds(),
      number: order.next[kind.name] ?? order.first,
      share: 0,
    })),
  );
}

async function tryNext(lane: Lane): Promise<void> {
  const { kind, seeds, number } = lane;
  current = { kind: kind.name, number };
  say({ begin: current });
  const mutant = mutantOf(kind, seeds, order.seed, number);
  const started = cpuMs();
  const verdict = await tryMutant(kind, mutant);
  count(kind.name, verdict, cpuMs() - started);
  if (verdict.outcome === 'fault')
    say({
      fault: {
        ...current,
        message: verdict.message,
        file: mutant.file,
        bytes: Buffer.from(mutant.bytes).toString('base64'),
      },
    });
  lane.number += order.step;
  lane.share += 1 / kind.weight;
}

function count(name: string, { outcome }: Verdict, ms: number): void {
  tallies[name] ??= { tried: 0, read: 0, refused: 0, cpuMs: 0, slowestMs: 0 };
  const tally = tallies[name];
  tally.tried++;
  if (outcome !== 'fault') tally[outcome]++;
  tally.cpuMs += ms;
  tally.slowestMs = Math.max(tally.slowestMs, ms);
}

/** Ms between two reports. */
const REPORT_MS = 1000;

async function main(): Promise<void> {
  const all = await lanes();
  let reported = Date.now();
  for (let tried = 0; tried < order.count && !isOver && Date.now() < order.end; tried++) {
    await tryNext(all.reduce((least, lane) => (lane.share < least.share ? lane : least)));
    if (Date.now() - reported < REPORT_MS) continue;
    reported = Date.now();
    report(all);
    // Mutants alone leave messages no turn.
    await new Promise((resolve) => setImmediate(resolve));
  }
  report(all);
  say({ done: true });
}

/** Mutants tried since the last report, and the place to go on. */
function report(all: readonly Lane[]): void {
  say({ tallies, next: Object.fromEntries(all.map(({ kind, number }) => [kind.name, number])) });
  for (const name of Object.keys(tallies)) delete tallies[name];
}

await main();
process.disconnect?.();
