import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from 'fast-png';
import { beforeAll, describe, expect, it } from 'vitest';
import { RESULTS_VERSION } from '../../src/version.js';
import { workplace } from '../e2e/subray.js';

/** Digests of the pixels of the quickstart's pictures, by `resultsVersion`: renewed when the cloud is another. */
const DIGESTS: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  5: {
    '--color intensity': 'b2b4524a08409d3c',
    '--color energy': 'fe1c305041629fca',
    '--color class': '19798f965317b94f',
    '--color return': '2aabb765d966319b',
    '--color height': 'dc6fce9770c96b5e',
    '--color instance': '8dc9d1d46e2b7b69',
    '--color rgb': 'cdec02a83c52ccb1',
    '--color energy --tone hable': '7294cbd2fb843996',
    '--view perspective --size 1600x900': 'bb6299ddc990d36a',
  },
};

const { path, run } = workplace();

describe("the quickstart's cloud", () => {
  beforeAll(async () => {
    const survey = join(import.meta.dirname, '../../examples/quickstart.yaml');
    expect((await run('run', survey, '--engine', 'cpu', '--quiet', '--out', path)).code).toBe(0);
  });

  const expected = DIGESTS[RESULTS_VERSION] ?? {};
  it('has digests of its pictures', () => expect(Object.keys(expected)).not.toEqual([]));

  it.each(Object.keys(expected))('is drawn pixel by pixel as before with %s', async (options) => {
    const { code, stderr } = await run('info', 'quickstart.las', '--png', 'out.png', '--force', ...options.split(' '));
    expect(code, stderr).toBe(0);
    const pixels = decode(readFileSync(join(path, 'out.png'))).data;
    expect(createHash('sha256').update(pixels).digest('hex').slice(0, 16)).toBe(expected[options]);
  });
});
