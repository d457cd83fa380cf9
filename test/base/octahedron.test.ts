import { describe, expect, it } from 'vitest';
import { directionWord, NO_DIRECTION } from '../../src/base/octahedron.js';
import type { Vec3 } from '../../src/base/vec3.js';
import { NO_NORMAL, NORMAL_FULL } from '../../src/device/records.generated.js';
import { testRandom } from '../support/random.js';

/** The direction of a word, by the definition: the folded half turned back. */
function directionOf(word: number): Vec3 {
  const [x, y] = [(word << 16) >> 16, word >> 16].map((half) => half / NORMAL_FULL);
  const z = 1 - Math.abs(x) - Math.abs(y);
  const unfolded = z < 0 ? [(1 - Math.abs(y)) * (x < 0 ? -1 : 1), (1 - Math.abs(x)) * (y < 0 ? -1 : 1)] : [x, y];
  const length = Math.hypot(...unfolded, z);
  return [unfolded[0] / length, unfolded[1] / length, z / length];
}

describe('a direction in a word', () => {
  it('keeps axes exactly', () => {
    for (const axis of [0, 1, 2])
      for (const sign of [-1, 1]) {
        const direction = [0, 0, 0].map((_, k) => (k === axis ? 2.5 * sign : 0)) as unknown as Vec3;
        directionOf(directionWord(direction)).forEach((value, k) => {
          expect(value).toBeCloseTo(direction[k] / 2.5, 12);
        });
      }
  });

  it('keeps any other one to 7·10⁻⁵ rad', () => {
    const next = testRandom(20_261_124);
    for (let k = 0; k < 20_000; k++) {
      const direction: Vec3 = [next() - 0.5, next() - 0.5, next() - 0.5];
      const length = Math.hypot(...direction);
      const back = directionOf(directionWord(direction));
      expect(Math.hypot(...back.map((value, axis) => value - direction[axis] / length))).toBeLessThan(7e-5);
    }
  });

  it('knows what has none', () => {
    expect(NO_DIRECTION).toBe(NO_NORMAL);
    for (const nowhere of [
      [0, 0, 0],
      [Number.NaN, 0, 1],
      [Infinity, 0, 0],
    ] as const)
      expect(directionWord(nowhere)).toBe(NO_DIRECTION);
    expect(directionWord([-1, -1, 0])).not.toBe(NO_DIRECTION);
  });
});
