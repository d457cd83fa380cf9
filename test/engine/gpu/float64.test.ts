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

/** Numbers to take roots of: any bits of positive numbers, exact squares and their neighbours, edges. */
function radicands(seed: number): Float64Array<ArrayBuffer> {
  const random = randomNumbers(seed);
  const bits = () => Math.floor(random() * 2 ** 32);
  const fromBits = (low: number, high: number) => new Float64Array(Uint32Array.of(low, high).buffer)[0];
  const edges = [
    0,
    -0,
    1,
    2,
    4,
    0.25,
    Number.MAX_VALUE,
    2 ** -1022,
    1 + 2 ** -52,
    1 - 2 ** -53,
    4 - 2 ** -50,
    2 ** 53 - 1,
  ];
  const kinds: (() => number)[] = [
    // Exponents 1 … 2046: no subnormals, no infinities.
    () => fromBits(bits(), (bits() % 0x10_0000) | ((1 + (bits() % 0x7fe)) << 20)),
    () => 1 + random() * 3,
    () => (1 + Math.floor(random() * 2 ** 26)) ** 2,
    () => (1 + Math.floor(random() * 2 ** 26)) ** 2 * (1 + (Math.floor(random() * 3) - 1) * 2 ** -52),
    () => edges[Math.floor(random() * edges.length)],
  ];
  return Float64Array.from({ length: COUNT }, () => kinds[Math.floor(random() * kinds.length)]());
}

const roots = radicands(SEED + 2);

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

  it('multiplies by powers of two', async () => {
    const small = a.map((x, k) => (k % 5 === 0 ? Math.sign(x) * 2 ** -1022 * (1 + (k % 7)) : x));
    expectSame(await f64Of('scaleF64(x, 1)', small), (x) => x * 2, small);
    // Of numbers smaller than 2⁻¹⁰²² only the sign stays.
    const half = (x: number) => (Math.abs(x / 2) < 2 ** -1022 ? 0 * x : x / 2);
    expectSame(await f64Of('scaleF64(x, -1)', small), half, small);
  });

  it('divides', async () => {
    const divisors = b.map((y) => y || 3);
    expectSame(await f64Of('divideF64(x, y)', a, divisors), (x, y) => x / y, a, divisors);
  });

  it('divides where nothing is left, or almost, and where quotients are just below whole ones', async () => {
    const random = randomNumbers(SEED + 3);
    const short = (bits: number) => 1 + Math.floor(random() * 2 ** Math.floor(1 + random() * bits));
    const divisors = Float64Array.from({ length: COUNT }, (_, k) =>
      k % 3 === 0 ? 2 - random() * 2 ** -20 : short(26),
    );
    const near = (k: number) => 1 + ((k % 3) - 1) * 2 ** -52;
    const dividends = divisors.map((divisor, k) => divisor * short(k % 2 === 0 ? 26 : 52) * near(k));
    expectSame(await f64Of('divideF64(x, y)', dividends, divisors), (x, y) => x / y, dividends, divisors);
  });

  it('takes roots, of squares, of their neighbours and of the largest and smallest numbers', async () => {
    expectSame(await f64Of('sqrtF64(x)', roots), Math.sqrt, roots);
  });

  it('cuts off and takes what is above the whole number below', async () => {
    // Whole numbers and their neighbours, too; zeros have the sign of what they came from.
    const x = a.map((value, k) => (k % 5 === 0 ? Math.round(value % 2 ** 40) * (1 + ((k % 3) - 1) * 2 ** -52) : value));
    expectSame(await f64Of('truncateF64(x)', x), Math.trunc, x);
    expectSame(await f64Of('fractionF64(x)', x), (value) => value - Math.floor(value), x);
  });

  it('compares', async () => {
    const less = await f64Of('select(F64_ZERO, F64_ONE, lessF64(x, y))');
    expectSame(less, (x, y) => (x < y ? 1 : 0));
    const ends = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, -0, Number.MAX_VALUE, 2 ** -1022];
    const edges = a.map((x, k) => (k % 3 === 0 ? ends[(k / 3) % ends.length] : x));
    expectSame(await f64Of('select(F64_ZERO, F64_ONE, lessF64(x, y))', edges), (x, y) => (x < y ? 1 : 0), edges);
    const both = [edges, edges.map((_, k) => edges[(7 * k) % COUNT])] as const;
    expectSame(await f64Of('select(F64_ZERO, F64_ONE, lessF64(x, y))', ...both), (x, y) => (x < y ? 1 : 0), ...both);
    // The larger, of two zeros the first.
    expectSame(await f64Of('maxF64(x, y)'), (x, y) => (x < y ? y : x));
    expectSame(await f64Of('absF64(x)'), Math.abs);
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
  });
});
