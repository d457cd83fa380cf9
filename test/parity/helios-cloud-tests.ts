import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { compareClouds } from '../../src/io/clouds/compare-clouds.js';
import { openReadable } from '../../src/io/clouds/readable-clouds.js';
import { runSurvey } from '../../src/node-scans.js';
import { readSurvey } from '../../src/node-surveys.js';
import {
  convertFromHelios,
  HAS_HELIOS_REFERENCE,
  heliosReferenceFigures,
  heliosReferenceLines,
  heliosReferenceSampling,
} from '../support/helios-reference.js';

// Clouds of HELIOS++ 2.2.2 against ours of the same XML files. Ours have no noise of ranges, so that its alone remains.

export interface Reference {
  name: string;
  survey: string;
  /** Largest relative difference of the numbers of points: 0.1 % if nothing is random. */
  count: number;
  /** Standard deviation of HELIOS++'s ranges, metres: √2 times the one that its scanner states. */
  noise: number;
  /** Distance that `share` of the points keep to, metres, besides the noise. */
  within: number;
  share: number;
  /** Model of the energy, if it is not the legacy one. */
  energy?: 'improved';
  /** Share of the points whose intensity is within 1 %; rays with equal distances count once there, at random (Q25). */
  intensities: number;
  /** Ending of our file: text like its own, or LAS, which takes a fraction of the time. */
  ending?: 'las' | 'xyz';
}

export const EXACT = { count: 0.001, noise: 0, within: 0.001, share: 0.999, intensities: 0.999 };
export const ROUGH = { count: 0.005, within: 0.02, share: 0.99 };
export const sigma = (accuracy: number) => ({ noise: Math.SQRT2 * accuracy });

/** The share `share` of a normal distribution of mean 0 lies within so many standard deviations; 99 % and 99.9 %. */
const quantileOf = (share: number): number => (share > 0.99 ? 3.291 : 2.576);

/**
 * Runs the survey of a file, and returns the folder with a cloud of each leg as HELIOS++ has it, and
 * the number of all points.
 */
async function scan({ survey: file, energy, ending = 'las' }: Reference) {
  const folder = mkdtempSync(join(tmpdir(), 'helios-clouds-'));
  const { value } = await convertFromHelios(file, { energy });
  const survey = await readSurvey({
    ...value,
    detector: { rangeNoise: 0 },
    output: [{ file: join(folder, `leg%03d.${ending}`), by: 'leg', layout: 'helios' }],
  });
  const { points } = await runSurvey(survey, { engine: 'cpu' });
  return { points, cloudOf: (leg: string) => join(folder, `${leg}.${ending}`), folder };
}

/** Tests that the cloud of each survey is that of HELIOS++. */
export function testClouds(references: readonly Reference[]): void {
  if (!HAS_HELIOS_REFERENCE)
    describe.skip('clouds of HELIOS++ (skipped: ../shared/helios is not here)', () => {
      it('agree for its own surveys', () => {});
    });

  describe.skipIf(!HAS_HELIOS_REFERENCE).each(references)('the cloud of HELIOS++: $name', (reference) => {
    const { name, count, noise, within, share, intensities } = reference;
    let ours: Awaited<ReturnType<typeof scan>>;
    beforeAll(async () => {
      ours = await scan(reference);
    }, 60_000);

    it('has as many points', () => {
      expect(Math.abs(ours.points / heliosReferenceFigures(name).total - 1)).toBeLessThan(count);
    });

    it('has them at the same places, with the same intensities', async () => {
      const { legs } = heliosReferenceFigures(name);
      let [matched, missing, near, alike] = [0, 0, 0, 0];
      for (const leg of Object.keys(legs).filter((key) => legs[key] > 0)) {
        const theirs = join(ours.folder, `${leg}.reference.xyz`);
        writeFileSync(theirs, heliosReferenceLines(name, leg).join('\n'));
        const [a, b] = await Promise.all([theirs, ours.cloudOf(leg)].map((path) => openReadable(nodeFiles, path)));
        const { matched: found } = await compareClouds(a, b, {
          match: 'pulse',
          every: heliosReferenceSampling(name),
          within: { distances: [within + quantileOf(share) * noise], ratios: [0.01] },
        });
        matched += found.points;
        missing += found.onlyA + found.onlyB;
        near += found.distance?.within[0].points ?? 0;
        alike += found.amplitude?.within[0].points ?? 0;
        // HELIOS++ loses rays; it never has more of them.
        expect(found.amplitude?.p5).toBeGreaterThan(0.99);
      }
      expect(matched).toBeGreaterThan(2000);
      expect(missing / matched).toBeLessThan(1 - share);
      expect(near / matched).toBeGreaterThanOrEqual(share);
      expect(alike / matched).toBeGreaterThanOrEqual(intensities);
    }, 60_000);
  });
}
