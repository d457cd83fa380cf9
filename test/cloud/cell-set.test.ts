import { describe, expect, it } from 'vitest';
import { CellSet } from '../../src/cloud/cell-set.js';
import { checkSame } from '../support/quick-checks.js';
import { testRandom } from '../support/random.js';

describe('CellSet', () => {
  it('knows which cells are new, as a set of their names does', () => {
    const seed = Date.now() % 1e6;
    const random = testRandom(seed);
    const cells = new CellSet();
    const names = new Set<string>();
    for (let round = 0; round < 50_000; round++) {
      const [i, j, k] = [0, 0, 0].map(() => Math.floor((random() - 0.5) * 40) + 5e11);
      checkSame(cells.add(i, j, k), !names.has(`${i},${j},${k}`), `seed ${seed}`);
      names.add(`${i},${j},${k}`);
    }
    expect(cells.size).toBe(names.size);
  });

  it('refuses cells that are too far from each other', () => {
    const cells = new CellSet();
    cells.add(0, 0, 0);
    expect(cells.add(2 ** 31 - 1, 0, 0)).toBe(true);
    expect(() => cells.add(0, 2 ** 31, 0)).toThrow(/more than 2147483647 cells apart/);
    expect(() => cells.add(Number.NaN, 0, 0)).toThrow(/apart/);
  });
});
