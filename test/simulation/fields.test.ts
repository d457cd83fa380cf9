import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { openLas } from '../../src/io/las/las-file.js';
import { readPoints } from '../../src/io/read-points.js';
import { openCloud } from '../../src/io/readable-clouds.js';
import { runSurvey } from '../../src/simulation/node-run-survey.js';
import { columnOf } from './instrument-scans.js';
import { roomSurvey } from './room-survey.js';

const OPTIONS = { engine: 'cpu', threads: 1, cache: false } as const;

const OUTPUT = 'output: [ full.las, small.las ]'
  .replace('full.las', '{ file: full.las, fields: all }')
  .replace('small.las', '{ file: small.las }, { file: least.las, fields: minimal }');

async function readAll(path: string) {
  const batches = [];
  for await (const batch of readPoints(await openCloud(nodeFiles, path))) batches.push(batch);
  return batches;
}

/** Runs a survey of the room with OUTPUT, and returns where its files are. */
async function run(sections: Record<string, string>): Promise<string> {
  const survey = await roomSurvey({ output: OUTPUT, ...sections });
  await runSurvey(survey, OPTIONS);
  return dirname(survey.file);
}

async function compare(folder: string, name: string) {
  const [full, small] = await Promise.all(['full.las', name].map((file) => readAll(join(folder, file))));
  const [wanted, found] = [columnOf(full, 'energy'), columnOf(small, 'energy')];
  expect(found).toHaveLength(wanted.length);
  expect(wanted.length).toBeGreaterThan(1000);
  return Math.max(...wanted.map((energy, i) => Math.abs(found[i] / energy - 1)));
}

const LEGS = `legs:
  - { name: a, position: [0, 0, 1.2], duration: 0.01 }
  - { name: b, position: [0.3, 0, 1.2], duration: 0.01, LIMIT }
  - { name: c, position: [0.6, 0, 1.2], duration: 0.01 }`;

/** Half a step of 0.01 dB, and what an f32 loses. */
const HALF_STEP = 10 ** 0.0005 - 1 + 1e-6;

describe('energies of the compact layout', () => {
  it('follow from the intensities, where a leg has another detector, too', async () => {
    const folder = await run({
      scanner: 'scanner: velodyne-vlp-16',
      legs: LEGS.replace('LIMIT', 'scanner: { detector: { minEnergy: 3.3e-17 } }'),
    });
    const las = await openLas(nodeFiles, join(folder, 'small.las'));
    expect(las.header.recordLength).toBe(55);
    expect(las.limitRows).toHaveLength(3);
    expect(await compare(folder, 'small.las')).toBeLessThan(HALF_STEP);
    expect(await compare(folder, 'least.las')).toBeLessThan(HALF_STEP);
  });

  it('of two scanners, whose legs have the same ids', async () => {
    const folder = await run({
      scanner:
        'scanners: [ { name: one, scanner: velodyne-vlp-16 }, { name: two, scanner: velodyne-vlp-16, detector: { minEnergy: 9e-17 } } ]',
      legs: LEGS.replace(', LIMIT', '').replace(/\{ name/g, '{ pointSourceId: 70, name'),
    });
    const las = await openLas(nodeFiles, join(folder, 'small.las'));
    expect(las.extraFields.map(({ name }) => name)).not.toContain('energy');
    expect(las.limitRows?.map(({ scanner, firstId, lastId }) => [scanner, firstId, lastId])).toEqual([
      [0, 70, 70],
      [1, 70, 70],
    ]);
    expect(await compare(folder, 'small.las')).toBeLessThan(HALF_STEP);
    // Without the numbers of scanners, energies do not follow.
    const least = await openLas(nodeFiles, join(folder, 'least.las'));
    expect([least.header.recordLength, least.limitRows]).toEqual([30, undefined]);
  });

  it('are stored where the intensity is of another scale, or ids do not tell their detector', async () => {
    const scanner = 'scanner: velodyne-vlp-16';
    const ofAnother = await run({
      scanner,
      legs: LEGS.replace(', LIMIT', ''),
      intensity: 'intensity: { scale: reflectance }',
    });
    const alike = await run({
      scanner,
      legs: LEGS.replace('LIMIT', 'scanner: { detector: { minEnergy: 3.3e-17 } }').replace(
        /\{ name/g,
        '{ pointSourceId: 70, name',
      ),
    });
    for (const folder of [ofAnother, alike]) {
      const las = await openLas(nodeFiles, join(folder, 'small.las'));
      expect(las.limitRows).toBeUndefined();
      expect(las.extraFields.map(({ name }) => name)).toContain('energy');
      expect(await compare(folder, 'small.las')).toBe(0);
    }
  });
});
