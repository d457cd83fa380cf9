import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from 'fast-png';
import { beforeAll, describe, expect, it } from 'vitest';
import { RESULTS_VERSION } from '../../src/version.js';
import { workplace } from '../e2e/subray.js';

/** Digests of the pixels of the quickstart's pictures, by `resultsVersion`: renewed when the cloud is another. */
const DIGESTS: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  11: {
    '--color intensity': '08556a38ec0c1d0a',
    '--color energy': '07231b6d8a88f7e4',
    '--color class': '3ff5dc02195e30d4',
    '--color return': '37b55a0493a62b10',
    '--color height': '681dd2c1d55d8aaa',
    '--color instance': '847e38a6d0dc1b8b',
    '--color rgb': 'ab25a85f2718c28a',
    '--color energy --tone hable': '55b87b9d02a75cbe',
    '--view perspective --size 1600x900': '0bdeb0e872fe50bc',
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
