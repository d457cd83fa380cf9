import { expect, it } from 'vitest';
import { BitCursor } from '../../../src/io/e57/bit-cursor.js';
import type { NumberForm } from '../../../src/io/e57/number-form.js';
import { testRandom } from '../../support/random.js';

/** Whole numbers in as many bits each, the least significant first. */
function packed(numbers: readonly bigint[], bits: number): Uint8Array {
  const all = numbers.reduce((sum, number, i) => sum | (number << BigInt(i * bits)), 0n);
  return Uint8Array.from({ length: Math.ceil((numbers.length * bits) / 8) }, (_, k) =>
    Number((all >> BigInt(8 * k)) & 255n),
  );
}

/** Reads all numbers from bytes that come in parts of these lengths, in turn. */
function readAll(form: NumberForm, bytes: Uint8Array, count: number, parts: readonly number[]): number[] {
  const cursor = new BitCursor(form);
  const found: number[] = [];
  for (let at = 0, k = 0; at < bytes.length; at += parts[k++ % parts.length]) {
    cursor.add(bytes.subarray(at, at + parts[k % parts.length]));
    found.push(...cursor.next(Math.min(cursor.available, count - found.length)));
  }
  return found;
}

it('reads numbers of 1 to 64 bits that begin and end within bytes, from parts of any length', () => {
  const random = testRandom(11);
  for (let bits = 1; bits <= 64; bits++) {
    const numbers = Array.from({ length: 57 }, () =>
      BigInt.asUintN(bits, (BigInt(Math.floor(random() * 2 ** 32)) << 32n) | BigInt(Math.floor(random() * 2 ** 32))),
    );
    const minimum = -(1n << BigInt(bits - 1));
    const form = { type: 'Integer', minimum, maximum: minimum + (1n << BigInt(bits)) - 1n } as const;
    const wanted = numbers.map((number) => Number(number + minimum));
    for (const parts of [[1], [3, 1, 7], [1000]])
      expect(readAll(form, packed(numbers, bits), 57, parts), `${bits} bits`).toEqual(wanted);
  }
});

it('reads steps, floats, and numbers without bits', () => {
  const steps = { type: 'ScaledInteger', minimum: -2n, maximum: 13n, scale: 0.5, offset: 100 } as const;
  expect(readAll(steps, packed([0n, 2n, 15n], 4), 3, [1])).toEqual([99, 100, 106.5]);
  const [singles, doubles] = [Float32Array.of(1.5, -2, 0.1), Float64Array.of(0.1, Number.NaN, -1e300)];
  expect(readAll({ type: 'Float', precision: 'single' }, new Uint8Array(singles.buffer), 3, [5])).toEqual([...singles]);
  expect(readAll({ type: 'Float', precision: 'double' }, new Uint8Array(doubles.buffer), 3, [3])).toEqual([...doubles]);
  const constant = new BitCursor({ type: 'Integer', minimum: 7n, maximum: 7n });
  expect([constant.available, ...constant.next(3)]).toEqual([Infinity, 7, 7, 7]);
});
