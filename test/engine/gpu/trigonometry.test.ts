import { describe, expect, it } from 'vitest';
import { gpuFound, NEEDS_GPU, runOnGpu } from '../../support/gpu-run.js';
import { random } from '../../support/scenes.js';

const COUNT = 4096;
const SEED = 11;
/** sinCos is right to 1e-14 up to here. */
const ARGUMENT_MAX = 2 ** 20;

describe.skipIf(!gpuFound)(`sine and cosine in F64${NEEDS_GPU}`, () => {
  it('are right to 1e-14 from far below a radian to 2²⁰', async () => {
    const next = random(SEED);
    const x = Float64Array.from({ length: COUNT }, (_, k) => {
      if (k < 64) return ((k - 32) * Math.PI) / 8;
      return (next() - 0.5) * 2 * ARGUMENT_MAX * 2 ** -Math.floor(next() * 40);
    });
    const { out, sines } = await runOnGpu(
      ['float64', 'trigonometry'],
      [
        { name: 'xs', type: 'array<vec2<u32>>', space: 'read', data: x },
        { name: 'out', type: 'array<vec4<u32>>', space: 'read_write', bytes: COUNT * 16 },
        { name: 'sines', type: 'array<vec2<u32>>', space: 'read_write', bytes: COUNT * 8 },
      ],
      'let of_x = sinCos(xs[i]); out[i] = vec4<u32>(of_x.sine, of_x.cosine); sines[i] = sineOf(xs[i]);',
      COUNT,
    );
    const found = new Float64Array(out);
    expect(new Float64Array(sines), 'the sine alone').toEqual(found.filter((_, k) => k % 2 === 0));
    let worst = 0;
    x.forEach((value, k) => {
      const error = Math.max(Math.abs(found[2 * k] - Math.sin(value)), Math.abs(found[2 * k + 1] - Math.cos(value)));
      worst = Math.max(worst, error);
    });
    expect(worst, `seed ${SEED}`).toBeLessThan(1e-14);
  });
});
