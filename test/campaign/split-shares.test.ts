import { expect, it } from 'vitest';
import { inShares } from '../../src/campaign/split-shares.js';
import { testRandom } from '../support/random.js';

const first = (count: number, shares: Record<string, number>): string[] => {
  const names = inShares(Object.entries(shares).map(([name, share]) => ({ name, share })));
  return Array.from({ length: count }, () => names.next().value);
};
const counted = (names: readonly string[], shares: Record<string, number>): number[] =>
  Object.keys(shares).map((name) => names.filter((other) => other === name).length);

it.each([
  [20, { train: 0.7, val: 0.15, test: 0.15 }, [14, 3, 3]],
  [60, { train: 0.7, val: 0.15, test: 0.15 }, [42, 9, 9]],
  [10, { train: 0.8, val: 0.1, test: 0.1 }, [8, 1, 1]],
  [7, { train: 1, val: 0 }, [7, 0]],
  [3, { train: 0.8, val: 0.1, test: 0.1 }, [3, 0, 0]],
])('%i surveys in shares of %o are %o', (count, shares, expected) => {
  expect(counted(first(count, shares), shares)).toEqual(expected);
});

it('splits have their shares, rounded up or down, of any number of surveys', () => {
  const seed = 20_261_129;
  const next = testRandom(seed);
  for (let k = 0; k < 200; k++) {
    const parts = Array.from({ length: 2 + Math.floor(next() * 4) }, () => 0.02 + next());
    const total = parts.reduce((sum, part) => sum + part, 0);
    const shares = Object.fromEntries(parts.map((part, place) => [`s${place}`, part / total]));
    const names = first(300, shares);
    const counts = parts.map(() => 0);
    for (const [k, name] of names.entries()) {
      counts[Number(name.slice(1))]++;
      const off = counts.map((count, place) => Math.abs(count - ((k + 1) * parts[place]) / total));
      expect(Math.max(...off), `seed ${seed}, ${k + 1} of ${JSON.stringify(shares)}`).toBeLessThan(1);
    }
  }
});
