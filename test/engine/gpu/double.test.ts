import { describe, expect, it } from 'vitest';
import { type GpuBinding, gpuFound, NEEDS_GPU, runOnGpu } from '../../support/gpu-run.js';
import { checkSame } from '../../support/quick-checks.js';
import { random } from '../../support/scenes.js';

const COUNT = 16384;
const SEED = 5;
const fround = Math.fround;

const next = random(SEED);
/** Numbers of both signs from 2⁻³⁰ to 2³⁰, with all the bits of f64. */
const sample = () => (next() < 0.5 ? -1 : 1) * (1 + next()) * 2 ** Math.floor(next() * 60 - 30);
/** The part of a number that two f32 can hold. */
const held = (x: number) => fround(x) + fround(x - fround(x));
const a = Float64Array.from({ length: COUNT }, () => held(sample()));
const b = Float64Array.from({ length: COUNT }, () => held(sample()));
const halves = (x: Float64Array) =>
  Float32Array.from({ length: 2 * COUNT }, (_, k) => (k % 2 ? x[k >> 1] - fround(x[k >> 1]) : x[k >> 1]));

/** `expression` over x, y: Double. */
async function pairsOf(expression: string): Promise<Float32Array> {
  const bindings: GpuBinding[] = [
    { name: 'xs', type: 'array<vec2<f32>>', space: 'read', data: halves(a) },
    { name: 'ys', type: 'array<vec2<f32>>', space: 'read', data: halves(b) },
    { name: 'out', type: 'array<vec2<f32>>', space: 'read_write', bytes: COUNT * 8 },
  ];
  const { out } = await runOnGpu([], bindings, `let x = xs[i]; let y = ys[i]; out[i] = ${expression};`, COUNT);
  return new Float32Array(out);
}

const sums = (pairs: Float32Array) => Float64Array.from({ length: COUNT }, (_, k) => pairs[2 * k] + pairs[2 * k + 1]);

/** The largest error relative to `scale`, by default the result. */
async function worstOf(
  expression: string,
  expected: (x: number, y: number) => number,
  scale: (x: number, y: number) => number = expected,
): Promise<number> {
  const found = sums(await pairsOf(expression));
  return found.reduce((worst, value, k) => {
    return Math.max(worst, Math.abs((value - expected(a[k], b[k])) / scale(a[k], b[k])));
  }, 0);
}

/** Share of results whose first f32 is not `expected`. */
async function unlikeOf(expression: string, expected: (x: number, y: number) => number): Promise<number> {
  const found = await pairsOf(expression);
  return a.filter((x, k) => found[2 * k] !== expected(fround(x), fround(b[k]))).length / COUNT;
}

describe.skipIf(!gpuFound)(`numbers as the sum of two f32, seed ${SEED}${NEEDS_GPU}`, () => {
  it('have sums and products without any error', async () => {
    const sum = sums(await pairsOf('twoSum(x.x, y.x)'));
    const product = sums(await pairsOf('twoProduct(x.x, y.x)'));
    a.forEach((x, k) => {
      // Operations that f64 itself rounds are rounded alike on both sides.
      checkSame(sum[k], fround(x) + fround(b[k]), k);
      checkSame(product[k], fround(x) * fround(b[k]), k);
    });
  });

  it('are added, multiplied, divided and rooted to 44 bits and more', async () => {
    const size = (x: number, y: number) => Math.abs(x) + Math.abs(y);
    expect(await worstOf('addDouble(x, y)', (x, y) => x + y, size)).toBeLessThan(2 ** -46);
    expect(await worstOf('subtractDouble(x, y)', (x, y) => x - y, size)).toBeLessThan(2 ** -46);
    expect(await worstOf('multiplyDouble(x, y)', (x, y) => x * y)).toBeLessThan(2 ** -44);
    expect(await worstOf('scaleDouble(x, y.x)', (x, y) => x * fround(y))).toBeLessThan(2 ** -45);
    expect(await worstOf('divideDouble(x, y)', (x, y) => x / y)).toBeLessThan(2 ** -43);
    const root = 'rootDouble(select(x, -x, x.x < 0.0))';
    expect(await worstOf(root, (x) => Math.sqrt(Math.abs(x)))).toBeLessThan(2 ** -44);
  });

  it('round f32 quotients and roots as the CPU does', async () => {
    expect(await unlikeOf('Double(roundedQuotient(x.x, y.x), 0.0)', (x, y) => fround(x / y))).toBe(0);
    expect(await unlikeOf('Double(roundedRoot(abs(x.x)), 0.0)', (x) => fround(Math.sqrt(Math.abs(x))))).toBe(0);
  });

  it('round them so whatever the driver gives, within three units in the last place', async () => {
    const near = (value: string) => `bitcast<f32>(bitcast<u32>(${value}) + i % 7u - 3u)`;
    const quotient = `Double(correctQuotient(x.x, y.x, ${near('x.x / y.x')}), 0.0)`;
    const root = `Double(correctRoot(abs(x.x), ${near('sqrt(abs(x.x))')}), 0.0)`;
    expect(await unlikeOf(quotient, (x, y) => fround(x / y))).toBeLessThan(1e-4);
    expect(await unlikeOf(root, (x) => fround(Math.sqrt(Math.abs(x))))).toBeLessThan(1e-4);
  });

  it('round every product and sum of a dot and a cross product', async () => {
    const rounded = (x: number, y: number) => fround(fround(fround(x * y) + fround(y * y)) + fround(x * x));
    const dot = 'Double(dotFixed(vec3<f32>(x.x, y.x, x.x), vec3<f32>(y.x, y.x, x.x)), 0.0)';
    expect(await unlikeOf(dot, rounded)).toBe(0);
    const cross = 'Double(crossFixed(vec3<f32>(x.x, y.x, 3.0), vec3<f32>(y.x, x.x, 7.0)).z, 0.0)';
    expect(await unlikeOf(cross, (x, y) => fround(fround(x * x) - fround(y * y)))).toBe(0);
  });

  it('hold whole numbers of 32 bits', async () => {
    const words = Uint32Array.from({ length: COUNT }, (_, k) =>
      k < 4 ? [0, 1, 2 ** 31, 2 ** 32 - 1][k] : next() * 2 ** 32,
    );
    const { out } = await runOnGpu(
      [],
      [
        { name: 'words', type: 'array<u32>', space: 'read', data: words },
        { name: 'out', type: 'array<vec4<f32>>', space: 'read_write', bytes: COUNT * 16 },
      ],
      'out[i] = vec4<f32>(doubleFromU32(words[i]), doubleFromI32(bitcast<i32>(words[i])));',
      COUNT,
    );
    const parts = new Float32Array(out);
    words.forEach((word, k) => {
      checkSame(parts[4 * k] + parts[4 * k + 1], word, k);
      checkSame(parts[4 * k + 2] + parts[4 * k + 3], word | 0, k);
    });
  });
});
