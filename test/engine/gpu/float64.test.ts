import { describe, expect, it } from 'vitest';
import { type GpuBinding, gpuFound, NEEDS_GPU, runOnGpu } from '../../support/gpu-run.js';
import { random as randomNumbers } from '../../support/scenes.js';

const COUNT = 4096;
const SEED = 7;

/** Numbers of all kinds: many sizes and signs, whole ones, short ones, halves, neighbours, zeros. */
function samples(seed: number): Float64Array<ArrayBuffer> {
  const random = randomNumbers(seed);
  const kinds: (() => number)[] = [
    () => (random() - 0.5) * 2 ** Math.floor(random() * 200 - 100),
    () => Math.floor((random() - 0.5) * 2 ** 33),
    () => Math.floor(random() * 64) / 2 - 16,
    () => Math.fround((random() - 0.5) * 100),
    () => 1 + Math.floor(random() * 8 - 4) * 2 ** -52,
    () => [0, -0, 1, -1, 2 ** 52, -(2 ** 52)][Math.floor(random() * 6)],
  ];
  return Float64Array.from({ length: COUNT }, () => kinds[Math.floor(random() * kinds.length)]());
}

const [a, b] = [samples(SEED), samples(SEED + 1)];

/** `expression` over x, y: F64 as the GPU works it out. */
async function f64Of(expression: string, x = a, y = b): Promise<Float64Array> {
  const bindings: GpuBinding[] = [
    { name: 'xs', type: 'array<vec2<u32>>', space: 'read', data: x },
    { name: 'ys', type: 'array<vec2<u32>>', space: 'read', data: y },
    { name: 'out', type: 'array<vec2<u32>>', space: 'read_write', bytes: COUNT * 8 },
  ];
  const { out } = await runOnGpu(['float64'], bindings, `let x = xs[i]; let y = ys[i]; out[i] = ${expression};`, COUNT);
  return new Float64Array(out);
}

/** Fails with the first number whose bits differ. */
function expectSame(actual: Float64Array, expected: (x: number, y: number) => number, x = a, y = b): void {
  const k = actual.findIndex((value, i) => !Object.is(value, expected(x[i], y[i])));
  expect(k, `seed ${SEED}: of ${x[k]} and ${y[k]} came ${actual[k]}, not ${expected(x[k], y[k])}`).toBe(-1);
}

describe.skipIf(!gpuFound)(`f64 in integer arithmetic has the CPU's bits${NEEDS_GPU}`, () => {
  it('adds, also numbers that cancel', async () => {
    expectSame(await f64Of('addF64(x, y)'), (x, y) => x + y);
    const near = a.map((x, k) => -x * (1 + (k % 9) * 2 ** -52));
    expectSame(await f64Of('addF64(x, y)', a, near), (x, y) => x + y, a, near);
  });

  it('subtracts', async () => expectSame(await f64Of('subtractF64(x, y)'), (x, y) => x - y));

  it('multiplies', async () => expectSame(await f64Of('multiplyF64(x, y)'), (x, y) => x * y));

  it('divides', async () => {
    const divisors = b.map((y) => y || 3);
    expectSame(await f64Of('divideF64(x, y)', a, divisors), (x, y) => x / y, a, divisors);
  });

  it('rounds to whole numbers', async () => {
    const x = a.map((value) => (Math.abs(value) < 2 ** 51 ? value : value % 2 ** 40));
    const even = (value: number) => {
      const [low, rest] = [Math.floor(value), value - Math.floor(value)];
      const up = rest > 0.5 || (rest === 0.5 && low % 2 !== 0);
      return low + (up ? 1 : 0);
    };
    // Zeros may have either sign.
    const same = (actual: Float64Array, expected: (x: number) => number) =>
      expect([...actual].map((value) => value + 0)).toEqual([...x].map((value) => expected(value) + 0));
    same(await f64Of('nearestF64(x)', x), even);
    same(await f64Of('floorF64(x)', x), Math.floor);
  });

  it('compares', async () => {
    const less = await f64Of('select(F64_ZERO, F64_ONE, lessF64(x, y))');
    expectSame(less, (x, y) => (x < y ? 1 : 0));
    const endless = new Float32Array([Number.POSITIVE_INFINITY]);
    const { out } = await runOnGpu(
      ['float64'],
      [
        { name: 'limit', type: 'array<f32>', space: 'read', data: endless },
        { name: 'out', type: 'array<u32>', space: 'read_write', bytes: 4 },
      ],
      'out[0] = u32(lessF64(F64(0u, 0x401921fbu), f64FromF32(limit[0])));',
      1,
    );
    expect(new Uint32Array(out)[0], '6.28 is below an infinite sector').toBe(1);
  });

  it('goes from u32 and f32 and back to f32', async () => {
    const words = Float64Array.from(a, (x) => (Math.abs(x) % 2 ** 32) >>> 0);
    const low = await f64Of('f64FromU32(x.x)');
    const bits = new Uint32Array(a.buffer);
    low.forEach((value, k) => {
      expect(value).toBe(bits[2 * k]);
    });
    const rounded = await f64Of('f64FromF32(f64ToF32(x))', words);
    expectSame(rounded, Math.fround, words);
    expectSame(await f64Of('f64FromF32(f64ToF32(x))'), Math.fround);
    // Low parts below 2⁻¹²⁶ are lost: numbers as large as records hold.
    const large = a.map((x) => (Math.abs(x) < 1e-20 ? x + 1 : x));
    const sums = await f64Of('f64FromPair(f64ToF32(x), f64ToF32(subtractF64(x, f64FromF32(f64ToF32(x)))))', large);
    expectSame(sums, (x) => Math.fround(x) + Math.fround(x - Math.fround(x)), large);
  });
});
