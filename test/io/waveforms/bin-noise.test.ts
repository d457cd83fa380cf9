import { expect, it } from 'vitest';
import { streamKey } from '../../../src/base/random.js';
import { addBinNoise } from '../../../src/io/waveforms/bin-noise.js';

const noise = { deviation: 2, key: streamKey(5, 1), pulse: Uint32Array.of(7, 8) };

function drawn(part: number, count: number, first = 0): Float64Array {
  const powers = new Float64Array(count).fill(100);
  addBinNoise(powers, part, noise, first);
  return powers;
}

it('is Gaussian, about the powers', () => {
  const count = 40_000;
  const deviations = drawn(0, count).map((power) => (power - 100) / 2);
  const mean = deviations.reduce((sum, value) => sum + value) / count;
  const square = deviations.reduce((sum, value) => sum + value * value, 0) / count;
  // 4 σ of the mean, and of the mean square, whose variance is 2/n.
  expect(Math.abs(mean)).toBeLessThan(4 / Math.sqrt(count));
  expect(Math.abs(square - 1)).toBeLessThan(4 * Math.sqrt(2 / count));
  const beyondTwo = deviations.filter((value) => Math.abs(value) > 2).length / count;
  expect(Math.abs(beyondTwo - 0.0455)).toBeLessThan(4 * Math.sqrt((0.0455 * 0.9545) / count));
});

it('belongs to pulse and bin, wherever a line begins', () => {
  const [whole, other] = [drawn(0, 64), drawn(1, 64)];
  expect([...drawn(0, 51, 13)]).toEqual([...whole.subarray(13)]);
  expect([...whole].filter((power, k) => power === other[k])).toEqual([]);
  expect(new Set(whole).size).toBe(64);
});
