import { expect, it } from 'vitest';
import { finish } from '../../../src/base/steps.js';
import { everyIndex, sortedOrder } from '../../../src/cloud/comparison/sorted-order.js';
import { testRandom } from '../../support/random.js';

const SEED = Date.now() % 1e6;

it(`sorts numbers of any sign and size as Array.sort does, and keeps the order of equal ones (seed ${SEED})`, () => {
  const random = testRandom(SEED);
  const draw = () => (random() < 0.3 ? Math.floor(5 * random()) : (random() - 0.5) * 10 ** (40 * (random() - 0.5)));
  const keys = Float64Array.from({ length: 5000 }, draw);
  keys.set([0, -1, 1e-320, -1e-320, 5e5, 518391.00776, Infinity, -Infinity]);
  const order = everyIndex(keys.length);
  const expected = [...order].sort((i, j) => (keys[i] < keys[j] ? -1 : keys[i] > keys[j] ? 1 : i - j));
  expect([...finish(sortedOrder(keys, order))]).toEqual(expected);
  expect([...order]).toEqual([...everyIndex(keys.length)]);
});

it('sorts the indices that it is given, and no others', () => {
  const keys = Float64Array.of(3, 1, Number.NaN, 2);
  expect([...finish(sortedOrder(keys, Uint32Array.of(0, 1, 3)))]).toEqual([1, 3, 0]);
  const sorted = Uint32Array.of(1, 3, 0);
  expect(finish(sortedOrder(keys, sorted))).toBe(sorted);
  expect(finish(sortedOrder(keys, new Uint32Array()))).toHaveLength(0);
});
