import { describe, expect, it } from 'vitest';

const numbers = (...values: number[]) => Float64Array.from(values);

describe('memory in expectations', () => {
  it('is equal if its bytes are', () => {
    expect(numbers(1, 2)).toEqual(numbers(1, 2));
    expect({ place: numbers(1, 2).buffer }).toEqual({ place: numbers(1, 2).buffer });
    expect(new Uint8Array([0, 1, 2]).subarray(1)).toEqual(new Uint8Array([1, 2]));
    expect(new SharedArrayBuffer(2)).toEqual(new SharedArrayBuffer(2));
    expect(numbers(Number.NaN)).toEqual(numbers(Number.NaN));
    // Another NaN.
    expect(new Float32Array(new Uint32Array([0x7fc00001]).buffer)).toEqual(new Float32Array([Number.NaN]));
  });

  it.each<[string, unknown, unknown]>([
    ['typed arrays', numbers(1, 2), numbers(1, 3)],
    ['lengths', numbers(1, 2), numbers(1)],
    ['kinds of numbers', new Uint8Array(4), new Uint32Array(1)],
    ['ArrayBuffers', numbers(1).buffer, numbers(2).buffer],
    ['lengths of ArrayBuffers', numbers(1, 2).buffer, numbers(1).buffer],
    ['ArrayBuffers within', [{ a: numbers(1).buffer }], [{ a: numbers(2).buffer }]],
    ['DataViews', new DataView(numbers(1).buffer), new DataView(numbers(2).buffer)],
    ['zeros', numbers(0), numbers(-0)],
    ['memory and a list', numbers(1), [1]],
  ])('is unlike in %s', (_, a, b) => {
    expect(() => expect(a).toEqual(b)).toThrow();
    expect(a).not.toEqual(b);
  });

  it('is compared in a moment', () => {
    const [a, b] = [new Uint8Array(2e7), new Uint8Array(2e7)];
    const began = performance.now();
    expect(a).toEqual(b);
    // 100 s without.
    expect(performance.now() - began).toBeLessThan(5000);
  });
});
