import { describe, expect, it } from 'vitest';
import { gpuFound, NEEDS_GPU, runOnGpu } from '../../support/gpu-run.js';
import { random } from '../../support/scenes.js';

const COUNT = 8192;
const SEED = 3;
const MODULES = ['random'];

/** pcg4d as published (Jarzynski and Olano 2020), on (pulse, index, key + stage, key). */
function pcg4d(...counter: number[]): number[] {
  const v = counter.map((word) => (Math.imul(word, 1664525) + 1013904223) >>> 0);
  const stir = () => {
    v[0] = (v[0] + Math.imul(v[1], v[3])) >>> 0;
    v[1] = (v[1] + Math.imul(v[2], v[0])) >>> 0;
    v[2] = (v[2] + Math.imul(v[0], v[1])) >>> 0;
    v[3] = (v[3] + Math.imul(v[1], v[2])) >>> 0;
  };
  stir();
  for (let k = 0; k < 4; k++) v[k] = (v[k] ^ (v[k] >>> 16)) >>> 0;
  stir();
  return v;
}

const next = random(SEED);
/** Words, the smallest and largest ones and the neighbours of quarter turns among them. */
const words = Uint32Array.from({ length: COUNT }, (_, k) => {
  if (k < 256) return k;
  if (k < 512) return 2 ** 32 - 1 - (k - 256);
  if (k < 544) return Math.floor((k - 512) / 2) * 2 ** 28 - (k % 2);
  return next() * 2 ** 32;
});
const uniform = (word: number) => (word + 0.5) / 2 ** 32;

/** The sums of the two Doubles that `expression`, a vec4<f32> over word, holds. */
async function doublesOf(expression: string): Promise<[number, number][]> {
  const { out } = await runOnGpu(
    MODULES,
    [
      { name: 'words', type: 'array<u32>', space: 'read', data: words },
      { name: 'out', type: 'array<vec4<f32>>', space: 'read_write', bytes: COUNT * 16 },
    ],
    `let word = words[i]; out[i] = ${expression};`,
    COUNT,
  );
  const parts = new Float32Array(out);
  return Array.from(words, (_, k) => [parts[4 * k] + parts[4 * k + 1], parts[4 * k + 2] + parts[4 * k + 3]]);
}

describe.skipIf(!gpuFound)(`random numbers on the GPU, seed ${SEED}${NEEDS_GPU}`, () => {
  it('are the published words', async () => {
    const { out } = await runOnGpu(
      MODULES,
      [{ name: 'out', type: 'array<vec4<u32>>', space: 'read_write', bytes: 256 * 16 }],
      'out[i] = draw(vec2<u32>(i * 77u, 12345u + i), i * 16777259u, i % 7u, DRAW_RANGE);',
      256,
    );
    const found = new Uint32Array(out);
    for (let i = 0; i < 256; i++)
      expect([...found.subarray(4 * i, 4 * i + 4)]).toEqual(pcg4d(i * 16777259, i % 7, i * 77 + 2, 12345 + i));
  });

  it('are never 0 or 1', async () => {
    const found = await doublesOf('vec4<f32>(uniformNumber(word), 0.0, 0.0)');
    expect(found.map(([value]) => value)).toEqual(Array.from(words, uniform));
  });

  it('have a logarithm that is right next to 1 as well', async () => {
    const found = await doublesOf('vec4<f32>(logUniform(word), 0.0, 0.0)');
    const worst = found.reduce((most, [value], k) => {
      // log1p: 1 − uniform is exact.
      const expected = Math.log1p(-(2 ** 32 - words[k] - 0.5) / 2 ** 32);
      return Math.max(most, Math.abs(value / expected - 1));
    }, 0);
    expect(worst).toBeLessThan(4e-9);
  });

  it('have a place on the unit circle', async () => {
    const found = await doublesOf('vec4<f32>(circlePoint(word).sine, circlePoint(word).cosine)');
    const worst = found.reduce((most, [sine, cosine], k) => {
      const angle = 2 * Math.PI * uniform(words[k]);
      return Math.max(most, Math.abs(sine - Math.sin(angle)), Math.abs(cosine - Math.cos(angle)));
    }, 0);
    expect(worst).toBeLessThan(1e-9);
  });
});
