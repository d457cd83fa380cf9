import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from 'fast-png';
import { beforeAll, describe, expect, it } from 'vitest';
import { RESULTS_VERSION } from '../../src/version.js';
import { workplace } from '../e2e/subray.js';

/** Digests of the pixels of the quickstart's pictures, by `resultsVersion`: renewed when the cloud is another. */
const DIGESTS: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  14: {
    '--color intensity': 'f2411a93a4dbb9ed',
    '--color energy': '2d0fa91ff9f4e3e1',
    '--color class': 'cb82990f286d04af',
    '--color return': 'bb755bd4d3a88600',
    '--color height': '6816433411a0a54c',
    '--color instance': 'b49f4dfad1136133',
    '--color rgb': '9e28b5bd1f9f7971',
    '--color energy --tone hable': '01c05319f4a770d5',
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
