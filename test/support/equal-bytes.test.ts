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
    const began = process.cpuUsage();
    expect(a).toEqual(b);
    // 100 s without.
    expect(process.cpuUsage(began).user / 1e6).toBeLessThan(5);
  });
});

describe('lists in expectations', () => {
  const matched = () => /b/.exec('abc')!;

  it('are equal if all is the same in them', () => {
    expect([[1, 'a', Number.NaN], []]).toEqual([[1, 'a', Number.NaN], []]);
    expect([1, { a: [undefined, 2] }]).toEqual([1, { a: [undefined, 2] }]);
    expect([1, [2.05]]).toEqual([1, [expect.closeTo(2, 1)]]);
    expect(matched()).toEqual(matched());
  });

  it.each<[string, unknown[], unknown[]]>([
    ['numbers', [1, 2], [1, 3]],
    ['zeros', [0], [-0]],
    ['lengths', [1, 2], [1]],
    ['lists within', [[1], [2]], [[1], [3]]],
    ['kinds', [1], ['1']],
    ['names', matched(), ['b']],
    ['names of lists within', [matched()], [['b']]],
  ])('are unlike in %s', (_, a, b) => {
    expect(() => expect(a).toEqual(b)).toThrow();
    expect(a).not.toEqual(b);
  });

  it('are strictly unlike where one lacks an element', () => {
    // biome-ignore lint/suspicious/noSparseArray: that is what is tried
    expect([1, , 2]).not.toStrictEqual([1, undefined, 2]);
    expect([1, undefined, 2]).toStrictEqual([1, undefined, 2]);
  });

  it('are compared in a moment', () => {
    const list = () => Array.from({ length: 1e6 }, (_, k) => [k, k / 2]);
    const [a, b] = [list(), list()];
    const began = process.cpuUsage();
    expect(a).toEqual(b);
    // 20 s without.
    expect(process.cpuUsage(began).user / 1e6).toBeLessThan(5);
  });
});
