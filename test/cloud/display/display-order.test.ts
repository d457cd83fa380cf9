import { expect, it } from 'vitest';
import { displayOrder } from '../../../src/cloud/display/display-order.js';

const recordsOf = (count: number): number[] => {
  const { stride } = displayOrder(count);
  return Array.from({ length: count }, (_, k) => (k * stride) % count);
};

/** Largest gap between the first n records, round the end, times n / count: 1 would be even. */
function unevenness(records: readonly number[], n: number): number {
  const count = records.length;
  const sorted = records.slice(0, n).sort((a, b) => a - b);
  let gap = sorted[0] + count - sorted[n - 1];
  for (let k = 1; k < n; k++) gap = Math.max(gap, sorted[k] - sorted[k - 1]);
  return (gap * n) / count;
}

it('draws every record once, whatever the count, and knows when', () => {
  for (let count = 1; count <= 5000; count++) {
    const { stride, inverse } = displayOrder(count);
    const seen = new Uint8Array(count);
    let back = 0;
    for (let k = 0; k < count; k++) {
      const record = (k * stride) % count;
      seen[record]++;
      if ((record * inverse) % count !== k) back++;
    }
    if (back > 0 || seen.some((times) => times !== 1)) expect.fail(`count ${count}: ${back} are not found again`);
  }
});

it('the order is a fair sample from the first points on', () => {
  let worst = { count: 0, n: 0, uneven: 0 };
  const counts = [...Array.from({ length: 300 }, (_, k) => k + 2), 4096, 5040, 27_720, 65_536, 99_991];
  for (const count of counts) {
    const records = recordsOf(count);
    const step = count <= 100 ? 1 : Math.ceil(count / 25);
    for (let n = 1; n <= count; n += step) {
      const uneven = unevenness(records, n);
      if (uneven > worst.uneven) worst = { count, n, uneven };
    }
  }
  expect(worst.uneven, `${worst.n} of ${worst.count}`).toBeLessThan(3);
});

it('handles chunks of any size', () => {
  const { count, stride, inverse } = displayOrder(2 ** 18);
  expect(Math.abs(stride / count - 0.618)).toBeLessThan(0.001);
  expect((stride * inverse) % count).toBe(1);
  expect(displayOrder(0)).toEqual({ count: 0, stride: 1, inverse: 1 });
  expect(displayOrder(1)).toEqual({ count: 1, stride: 1, inverse: 1 });
});
