import { expect, it } from 'vitest';
import { DecadeHistogram } from '../../../src/picture/chart/decade-histogram.js';

it('finds percentiles over many decades to 1 %', () => {
  const energies = new DecadeHistogram();
  for (let decade = -18; decade <= 0; decade++) for (let k = 0; k < 10; k++) energies.add(3 * 10 ** decade);
  for (const [part, found] of [
    [0.01, 3e-18],
    [0.5, 3e-9],
    [0.99, 3],
  ]) {
    expect(energies.percentile(part) / found).toBeGreaterThan(0.99);
    expect(energies.percentile(part) / found).toBeLessThanOrEqual(1.0000001);
  }
});

it('leaves out what is not above 0', () => {
  const energies = new DecadeHistogram();
  for (const value of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) energies.add(value);
  expect(energies.percentile(0.5)).toBe(0);
  energies.add(0.25);
  expect(energies.percentile(0.5)).toBe(0.25);
});
