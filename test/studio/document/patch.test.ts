import { describe, expect, it } from 'vitest';
import {
  applyPatches,
  differenceOf,
  hullOf,
  inversePatches,
  mapOffset,
  type Patch,
} from '../../../studio/document/patch.js';
import { testRandom } from '../../support/random.js';

const SEED = Date.now() % 1e9;
const TEXT = 'abcdef';

/** Patches of a text, one after the other, at random. */
function randomPatches(draw: () => number, text: string): Patch[] {
  return Array.from({ length: 4 }, () => {
    const at = Math.floor(draw() * (text.length + 1));
    const remove = text.slice(at, at + Math.floor(draw() * 4));
    const patch = { at, remove, insert: 'xyz'.slice(0, Math.floor(draw() * 4)) };
    text = applyPatches(text, [patch]);
    return patch;
  });
}

describe('patches', () => {
  it('are applied one after the other, and taken back', () => {
    const patches = [
      { at: 1, remove: 'bc', insert: 'X' },
      { at: 2, remove: 'd', insert: '' },
    ];
    expect(applyPatches(TEXT, patches)).toBe('aXef');
    expect(applyPatches('aXef', inversePatches(patches))).toBe(TEXT);
    expect(() => applyPatches(TEXT, [{ at: 1, remove: 'x', insert: '' }])).toThrow(RangeError);
    expect(() => applyPatches(TEXT, [{ at: -1, remove: '', insert: '' }])).toThrow(RangeError);
  });

  it(`have an inverse and a hull: seed ${SEED}`, () => {
    const draw = testRandom(SEED);
    for (let k = 0; k < 500; k++) {
      const patches = randomPatches(draw, TEXT);
      const after = applyPatches(TEXT, patches);
      expect(applyPatches(after, inversePatches(patches))).toBe(TEXT);
      expect(applyPatches(TEXT, [hullOf(TEXT, after, patches)!])).toBe(after);
      expect(applyPatches(TEXT, differenceOf(TEXT, after))).toBe(after);
    }
  });

  it('move offsets along', () => {
    const patches = [{ at: 2, remove: 'cd', insert: 'X' }];
    expect([0, 2, 3, 4, 6].map((offset) => mapOffset(offset, patches))).toEqual([0, 2, 2, 3, 5]);
    const insertion = [{ at: 2, remove: '', insert: 'XY' }];
    expect([mapOffset(2, insertion, 1), mapOffset(2, insertion, -1)]).toEqual([4, 2]);
  });

  it('are as small as can be between two texts, and split no character', () => {
    expect(differenceOf('abcd', 'abXd')).toEqual([{ at: 2, remove: 'c', insert: 'X' }]);
    expect(differenceOf('aa', 'aaa')).toEqual([{ at: 2, remove: '', insert: 'a' }]);
    expect(differenceOf('a', 'a')).toEqual([]);
    expect(differenceOf('𝛼', '𝛽')).toEqual([{ at: 0, remove: '𝛼', insert: '𝛽' }]);
  });
});
