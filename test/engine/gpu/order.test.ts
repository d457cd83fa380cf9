import '../../support/cheap-passes.js';

import { beforeAll, describe, expect, it } from 'vitest';
import {
  areSame,
  legOf,
  openEngine,
  pointsWithin,
  pulsesAndReturns,
  recording,
  SUBRAYS,
  type Traced,
  traceAll,
} from '../../support/gpu-engine.js';
import { NEEDS_SOFTWARE_GPU, sharedAdapter } from '../../support/software-adapter.js';

const PULSES = 1600;
const leg = legOf(PULSES);

async function traced(chunkPulses: number, range = { first: 0, end: PULSES }): Promise<Traced> {
  const engine = await openEngine(sharedAdapter!, { chunkSubraysMax: chunkPulses * SUBRAYS });
  try {
    return await traceAll(engine, leg, { range });
  } finally {
    await engine.close();
  }
}

describe.skipIf(!sharedAdapter)(`points come in order${NEEDS_SOFTWARE_GPU}`, () => {
  let whole: Traced;
  beforeAll(async () => {
    whole = await traced(PULSES);
  });

  it('of pulse, then of return', () => {
    const points = pulsesAndReturns(whole.words);
    expect(points.length).toBeGreaterThan(PULSES);
    const misplaced = points.findIndex(([pulse, number], k) => {
      const [before, numberBefore] = points[k - 1] ?? [-1, 0];
      return pulse === before ? number !== numberBefore + 1 : pulse < before || number !== 1;
    });
    expect(misplaced).toBe(-1);
    expect(new Set(points.map(([, number]) => number))).toEqual(new Set([1, 2, 3]));
    expect(whole.chunks[0], 'more than two blocks in a chunk').toBeGreaterThan(1024);
  });

  it.each([
    [100, 96],
    [480, 480],
    [512, 512],
    [543, 512],
    [544, 544],
    [1025, 1024],
  ])('and are bit for bit the same in chunks of %i pulses at most, whole subgroups', async (most, pulses) => {
    const { words, chunks } = await traced(most);
    expect(new Set(chunks.slice(0, -1))).toEqual(new Set([pulses]));
    expect(chunks.reduce((sum, count) => sum + count, 0)).toBe(PULSES);
    expect(areSame(words, whole.words)).toBe(true);
  });

  it.each([33, 100, 511, 513, 1025])('and are bit for bit the same in a chunk of the last %i', async (pulses) => {
    const range = { first: PULSES - pulses, end: PULSES };
    const { words, chunks } = await traced(PULSES, range);
    expect(chunks).toEqual([pulses]);
    expect(areSame(words, pointsWithin(whole.words, range))).toBe(true);
  });

  it.each([1, 7])('and are bit for bit the same in chunks of %i pulses, of a part of the leg', async (pulses) => {
    const range = { first: 500, end: 571 };
    const { words, chunks } = await traced(pulses, range);
    // A device that is slow for a moment gets smaller chunks.
    expect(Math.max(...chunks)).toBe(pulses);
    expect(chunks.reduce((sum, count) => sum + count, 0)).toBe(71);
    expect(areSame(words, pointsWithin(whole.words, range))).toBe(true);
  });

  it('and are bit for bit the same if the adapter cannot time passes', async () => {
    const adapter = recording(sharedAdapter!, undefined, { timestamps: false });
    const engine = await openEngine(adapter, { chunkSubraysMax: 300 * SUBRAYS });
    const { words } = await traceAll(engine, leg);
    expect(areSame(words, whole.words)).toBe(true);
    expect(engine.counters.stages).toBeUndefined();
    await engine.close();
  });
});
