import { describe, expect, it } from 'vitest';
import { greedyCover } from '../../../src/planning/stations/greedy-cover.js';

const sets = (...rows: string[]) => rows.map((row) => Uint8Array.from(row, Number));
const chosen = (steps: ReturnType<typeof greedyCover>) => steps.map(({ candidate }) => candidate);

describe('greedyCover', () => {
  it('takes the set that adds most each time', () => {
    const steps = greedyCover(sets('11000000', '01111000', '00001100', '00000011'), {
      wanted: 8,
      setsMax: 9,
      overlap: 0,
    });
    expect(steps).toEqual([
      { candidate: 1, gain: 4, shared: 0 },
      { candidate: 3, gain: 2, shared: 0 },
      { candidate: 0, gain: 1, shared: 1 },
      { candidate: 2, gain: 1, shared: 1 },
    ]);
  });

  it('falls into the trap that the greedy rule is known for (Johnson 1974)', () => {
    // The two long sets would do; the greedy rule takes the one across them first.
    const steps = greedyCover(sets('11111110000000', '00000001111111', '11110001111000'), {
      wanted: 14,
      setsMax: 9,
      overlap: 0,
    });
    expect(chosen(steps)).toEqual([2, 0, 1]);
  });

  it('ends when enough is covered, at the limit, and where nothing adds', () => {
    const all = sets('1100', '0110', '0000');
    expect(chosen(greedyCover(all, { wanted: 2, setsMax: 9, overlap: 0 }))).toEqual([0]);
    expect(chosen(greedyCover(all, { wanted: 4, setsMax: 1, overlap: 0 }))).toEqual([0]);
    expect(chosen(greedyCover(all, { wanted: 4, setsMax: 9, overlap: 0 }))).toEqual([0, 1]);
    expect(greedyCover([], { wanted: 1, setsMax: 9, overlap: 0 })).toEqual([]);
  });

  it('asks for what is shared with one before', () => {
    const all = sets('111100000', '000011111', '000111000', '000001110');
    // Without a wish the second is next; it shares nothing with the first.
    expect(chosen(greedyCover(all, { wanted: 9, setsMax: 9, overlap: 0 }))).toEqual([1, 0]);
    // The first shares one of its four with the third, and that only once the third is chosen.
    expect(chosen(greedyCover(all, { wanted: 9, setsMax: 9, overlap: 0.3 }))).toEqual([1, 2]);
    const steps = greedyCover(all, { wanted: 9, setsMax: 9, overlap: 0.25 });
    expect(chosen(steps)).toEqual([1, 2, 0]);
    expect(steps.map(({ shared }) => shared)).toEqual([0, 2, 1]);
  });
});
