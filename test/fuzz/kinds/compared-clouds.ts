import { comparisonJson, describeComparison } from '../../../src/cli/describe/describe-comparison.js';
import { describeM3c2 } from '../../../src/cli/m3c2-options.js';
import { compareClouds } from '../../../src/io/clouds/compare-clouds.js';
import { openReadable } from '../../../src/io/clouds/readable-clouds.js';
import type { FuzzKind } from '../fuzz-kind.js';
import { filesOf, textSeed } from '../in-memory.js';

const NAMES = 'x,y,z,intensity,classification,return_number,number_of_returns,pulse,instance,range,energy,gps_time';

const ROWS = [
  '0,0,0,100,2,1,2,0,1,10,1e-12,5.5',
  '0,0,1,200,6,2,2,0,1,11,2e-12,5.5',
  '2,0,0,300,2,1,1,1,2,12,3e-12,6.5',
  '3,0,0.5,400,2,1,1,7,2,13,4e-12,7.25',
];

/** The cloud that mutants are compared with. */
const REFERENCE = `${NAMES}\n${ROWS.join('\n')}\n`;

const HELIOS = [
  '0.0000 0.0000 0.0100 100.2500 4.2500 1 2 1 3 6 5.500000000',
  '0.0000 0.0000 1.0000 627.5582 5.0000 2 2 1 4 2 5.500000000',
  '3.0000 0.0000 1.0000 627.5582 5.0000 1 1 8 4 2 7.250000000',
];

/** Compares a mutant with the reference, both ways, and prints as `subray compare` does. */
async function use(bytes: Uint8Array, file: string): Promise<string | undefined> {
  const files = filesOf({ 'reference.csv': REFERENCE }, file, bytes);
  // Scales that follow from points come last, since points in one place have none.
  for (const [one, other, scales] of [
    ['reference.csv', file, { projectionScale: 1, normalScale: 2 }],
    [file, 'reference.csv', {}],
  ] as const) {
    const [a, b] = [await openReadable(files, one), await openReadable(files, other)];
    const found = await compareClouds(a, b, { m3c2: { core: 'all', ...scales } });
    const lines = [...describeComparison(a, b, found, []), ...(found.m3c2 ? describeM3c2('m3c2.csv', found.m3c2) : [])];
    const wrong = lines.find((line) => /\bNaN\b|\bundefined\b|\bInfinity\b/.test(line));
    if (wrong !== undefined) return `compare prints "${wrong.slice(0, 500)}"`;
    const json = JSON.stringify([comparisonJson(a, b, found, []), found.m3c2?.summary, found.m3c2?.settings]);
    if (json.includes('null')) return `compare --json prints ${json}`;
  }
  return undefined;
}

/** Clouds of text that are compared with another. */
export const comparedClouds: FuzzKind = {
  name: 'compared-clouds',
  weight: 4,
  isText: true,
  dictionary: ['pulse', 'gps_time', 'fullwaveIndex', 'range', 'nan', 'inf', '-1', '1e-320', '1e38', '1e300', '0'],
  seeds: () => [
    textSeed('cloud.csv', REFERENCE),
    textSeed('cloud.csv', REFERENCE.replace('pulse', 'other')),
    textSeed('cloud.xyz', HELIOS.map((line) => `${line}\n`).join('')),
  ],
  use,
};
