import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from 'fast-png';
import { beforeAll, describe, expect, it } from 'vitest';
import { RESULTS_VERSION } from '../../src/version.js';
import { workplace } from '../e2e/subray.js';

/** Digests of the pixels of the quickstart's pictures, by `resultsVersion`: renewed when the cloud is another. */
const DIGESTS: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  10: {
    '--color intensity': '4a2aaed189540394',
    '--color energy': '6c3380fa4cac16ac',
    '--color class': '1db23d3a4be84b44',
    '--color return': '1a76e172b3f2b277',
    '--color height': '4dd9bc2366c79fcc',
    '--color instance': '1c38486aa07d783e',
    '--color rgb': 'f0416038cdb8756e',
    '--color energy --tone hable': 'fcc642464b3f6add',
    '--view perspective --size 1600x900': 'd86f018d505e91c9',
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
    const { code, stderr } = await run('info', 'quickstart.laz', '--png', 'out.png', '--force', ...options.split(' '));
    expect(code, stderr).toBe(0);
    const pixels = decode(readFileSync(join(path, 'out.png'))).data;
    expect(createHash('sha256').update(pixels).digest('hex').slice(0, 16)).toBe(expected[options]);
  });
});
