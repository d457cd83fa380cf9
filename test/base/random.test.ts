import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { draw, normalPair, uniform } from '../../src/base/random.js';

/** pcg4d of Jarzynski and Olano (2020), written in whole numbers of any length: another way than the code's. */
function pcg4d(seed: bigint, counter: bigint, index: bigint, stage: bigint): bigint[] {
  const M = 0xffffffffn;
  let [x, y, z, w] = [counter, index, stage, seed].map((v) => (v * 1664525n + 1013904223n) & M);
  const mix = () => {
    x = (x + y * w) & M;
    y = (y + z * x) & M;
    z = (z + x * y) & M;
    w = (w + y * z) & M;
  };
  mix();
  [x, y, z, w] = [x, y, z, w].map((v) => v ^ (v >> 16n));
  mix();
  return [x, y, z, w];
}

it('draws the words of pcg4d', () => {
  const words = new Uint32Array(4);
  for (const key of [
    [0, 0, 0, 0],
    [1, 2, 3, 4],
    [4294967295, 4294967294, 255, 16],
    [123456789, 987654321, 7, 2],
  ]) {
    const [seed, counter, index, stage] = key;
    draw(seed, counter, index, stage, words);
    expect([...words].map(BigInt), key.join(' ')).toEqual(
      pcg4d(...(key.map(BigInt) as [bigint, bigint, bigint, bigint])),
    );
  }
});

it('is the arithmetic of the device', () => {
  // The device's own text: the same constants, the same order.
  const wasm = readFileSync(new URL('../../wasm/random.ts', import.meta.url), 'utf8');
  expect(wasm).toContain('1664525');
  expect(wasm).toContain('x += y * w; y += z * x; z += x * y; w += y * z;');
  expect(wasm).toContain('x ^= x >> 16; y ^= y >> 16; z ^= z >> 16; w ^= w >> 16;');
});

it('a uniform number is neither 0 nor 1', () => {
  expect(uniform(0)).toBeGreaterThan(0);
  expect(uniform(0xffffffff)).toBeLessThan(1);
});

it('normal numbers have mean 0, deviation 1 and no correlation (seed 5)', () => {
  const [words, pair] = [new Uint32Array(4), new Float64Array(2)];
  const n = 40_000;
  let [sum, squares, product] = [0, 0, 0];
  for (let k = 0; k < n; k++) {
    draw(5, k, 0, 99, words);
    normalPair(words[0], words[1], pair, 0);
    sum += pair[0] + pair[1];
    squares += pair[0] ** 2 + pair[1] ** 2;
    product += pair[0] * pair[1];
  }
  // Five deviations: 1/√(2n) of the mean, √(1/n) of the variance, 1/√n of the product.
  expect(Math.abs(sum / (2 * n))).toBeLessThan(5 / Math.sqrt(2 * n));
  expect(Math.abs(squares / (2 * n) - 1)).toBeLessThan(5 / Math.sqrt(n));
  expect(Math.abs(product / n)).toBeLessThan(5 / Math.sqrt(n));
});
