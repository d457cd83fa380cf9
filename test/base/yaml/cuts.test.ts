import { describe, expect, it } from 'vitest';
import { Cuts } from '../../../src/base/yaml/cuts.js';

describe('Cuts', () => {
  const value = { a: [10, 11, { b: 1, c: 2 }, 13], d: 4 };

  it('leaves out what is cut, shares the rest, and finds the way back', () => {
    const cuts = new Cuts(value);
    expect(cuts.rest()).toBe(value);
    expect([cuts.cut(['a', 0]), cuts.cut(['a', 2, 'b']), cuts.cut(['a', 0])]).toEqual([true, true, false]);
    expect(cuts.rest()).toEqual({ a: [11, { c: 2 }, 13], d: 4 });
    expect(cuts.written(['a', 1, 'c'])).toEqual(['a', 2, 'c']);
    expect(cuts.written(['a', 2])).toEqual(['a', 3]);
    expect(value.a).toHaveLength(4);
  });

  it('knows what a cut touches: itself, and all above and below it', () => {
    const cuts = new Cuts(value);
    cuts.cut(['a', 2, 'b']);
    const paths = [[], ['a'], ['a', 2], ['a', 2, 'b'], ['a', 2, 'b', 0], ['a', 2, 'c'], ['a', 1], ['d']];
    expect(paths.map((path) => cuts.touches(path))).toEqual([true, true, true, true, true, false, false, false]);
    expect([cuts.lostKey(['a', 2]), cuts.lostKey(['a']), cuts.lostKey(['d'])]).toEqual([true, false, false]);
  });

  it('puts a stand-in in the place of what is cut, also of what was never there', () => {
    const cuts = new Cuts(value);
    cuts.cut(['a'], [1]);
    cuts.cut(['e'], 5);
    expect(cuts.rest()).toEqual({ a: [1], d: 4, e: 5 });
    expect(cuts.cut(['a', 0])).toBe(false);
  });
});
