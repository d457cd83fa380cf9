import { describe, expect, it } from 'vitest';
import { inLong } from '../support/long-run.js';
import { FUZZ_KINDS } from './kinds/index.js';
import { mutantOf, tryMutant } from './try-mutant.js';

/** The seed changes every day, so that every day tries others; `FUZZ_SEED=20261122 npm test -- fuzz` repeats a day. */
const SEED = Number(process.env.FUZZ_SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''));
const MUTANTS = inLong(2000, 200);
/** Milliseconds for a kind: slow kinds try fewer, all of them together 6 s at most, in a long run a minute. */
const TIME_MS = inLong(1000, 100);
/** Of one mutant, as scripts/fuzz.mjs has it. */
const CPU_MS_MAX = 10_000;
/** Of this process, which has run other tests before. */
const MEBIBYTES_MAX = 4096;

describe(`mutants of valid inputs (FUZZ_SEED=${SEED})`, () => {
  it.each(FUZZ_KINDS.map((kind) => [kind.name, kind] as const))(
    '%s: are read, or refused with a place',
    async (_, kind) => {
      const seeds = await kind.seeds();
      const counts = { read: 0, refused: 0, fault: 0 };
      const faults: string[] = [];
      const end = performance.now() + TIME_MS;
      for (let number = 0; number < MUTANTS && performance.now() < end; number++) {
        const mutant = mutantOf(kind, seeds, SEED, number);
        const before = process.cpuUsage();
        const { outcome, message } = await tryMutant(kind, mutant);
        const { user, system } = process.cpuUsage(before);
        counts[outcome]++;
        const isSlow = user + system > CPU_MS_MAX * 1000;
        const rss = process.memoryUsage.rss() / 2 ** 20;
        if (outcome === 'fault' || isSlow || rss > MEBIBYTES_MAX)
          faults.push(
            `npm run fuzz -- --kind ${kind.name} --seed ${SEED} --first ${number}: ${isSlow ? 'slow' : message} ${rss} MiB`,
          );
      }
      expect(faults, JSON.stringify(counts)).toEqual([]);
    },
  );

  it.each(FUZZ_KINDS.map((kind) => [kind.name, kind] as const))(
    '%s: starts from inputs that are read',
    async (_, kind) => {
      for (const seed of await kind.seeds()) {
        const verdict = await tryMutant(kind, seed);
        expect({ file: seed.file, ...verdict }).toEqual({ file: seed.file, outcome: 'read', message: '' });
      }
    },
  );
});
