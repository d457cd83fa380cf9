import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from 'fast-png';
import { beforeAll, describe, expect, it } from 'vitest';
import { RESULTS_VERSION } from '../../src/version.js';
import { workplace } from '../e2e/subray.js';

/** Digests of the pixels of the quickstart's pictures, by `resultsVersion`: renewed when the cloud is another. */
const DIGESTS: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  7: {
    '--color intensity': 'ed7c1a26d7789be8',
    '--color energy': '61ecd142aa7303f5',
    '--color class': '2511aee181df2cf2',
    '--color return': 'f93bee5cfc0f4523',
    '--color height': '014a266f9acb7fe8',
    '--color instance': '96c2262cee49f195',
    '--color rgb': '29179dd35707062e',
    '--color energy --tone hable': 'ecfa18ba92e8c1d5',
    '--view perspective --size 1600x900': 'b70f11f95851a983',
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
