import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { SILENT_LOG } from '../../src/base/log.js';
import { readPoints } from '../../src/io/clouds/read-points.js';
import { openReadable } from '../../src/io/clouds/readable-clouds.js';
import { openLas } from '../../src/io/las-files/las-file.js';
import { runSurvey } from '../../src/node-scans.js';
import { columnOf } from './instrument-scans.js';
import { roomSurvey } from './room-survey.js';

const OPTIONS = { engine: 'cpu', threads: 1, cache: false } as const;

const OUTPUT = 'output: [ { file: full.las, fields: all }, small.las, { file: least.las, fields: minimal } ]';

async function readAll(path: string) {
  const batches = [];
  for await (const batch of readPoints(await openReadable(nodeFiles, path))) batches.push(batch);
  return batches;
}

/** Runs a survey of the room with OUTPUT, and returns the folder of its files. */
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

/** Half a step of 0.01 dB, and the rounding of an f32. */
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

  it('are right for two scanners whose legs have the same ids', async () => {
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

describe('a loss in a file', () => {
  const BASE = { scanner: 'scanner: velodyne-vlp-16', legs: LEGS.replace(', LIMIT', '') };

  async function warningsOf(sections: Record<string, string>) {
    const survey = await roomSurvey({ ...BASE, ...sections });
    const warnings: string[] = [];
    const log = { ...SILENT_LOG, warn: (text: string) => warnings.push(text) };
    const report = await runSurvey(survey, { ...OPTIONS, log });
    return { warnings: warnings.filter((text) => text.includes('.las')), report };
  }

  it('is one warning after the run, for all files and frames together', async () => {
    const { warnings, report } = await warningsOf({
      scanner: 'scanner: { id: velodyne-vlp-16, pulse: { duration: 700 } }',
      output: 'output: [ { file: "%s.las", by: leg }, { file: full.las, fields: all } ]',
      frames: 'frames: { file: "f%03d.las" }',
    });
    expect(report.points).toBeGreaterThan(1000);
    const counted = report.outputs.map(({ losses }) => losses?.map(({ of, points }) => [of, points]));
    expect(counted).toEqual([...report.outputs.slice(0, 3).map(({ points }) => [['echo_width', points]]), undefined]);
    const twice = (2 * report.points).toLocaleString('en');
    expect(warnings).toEqual([
      `a.las and 3 more files: echo_width of ${twice} points is beyond what its bytes hold, and written as the nearest value (fields: all has more bytes)`,
    ]);
  });

  it('is not reported where all values fit', async () => {
    const { warnings, report } = await warningsOf({ output: 'output: [ small.las ]' });
    expect(warnings).toEqual([]);
    expect(report.outputs[0].losses).toBeUndefined();
  });

  it('never is a class: a scene with others than LAS 1.2 has is refused at the output, and leaves no file', async () => {
    const survey = await roomSurvey({
      ...BASE,
      scene: 'scene:\n  parts: [ { file: room.obj } ]\n  labels: [ { match: "*", class: 64 } ]',
      output: 'output: [ { file: old.las, pointFormat: 1 } ]',
    });
    await expect(runSurvey(survey, OPTIONS)).rejects.toThrow(
      /^output ".*old.las": the scene has the classes 64 \(.*\); point format 1 holds those up to 31: take 6 or 7, or give other classes$/,
    );
    expect(readdirSync(dirname(survey.file)).toSorted()).toEqual(['room.obj', 'survey.yaml']);
  });

  it('is reported for LAS 1.2, which this scene fits', async () => {
    const { warnings, report } = await warningsOf({
      output: 'output: [ { file: old.las, pointFormat: 1 } ]',
      crs: 'crs: EPSG:25832',
    });
    const las = await openLas(nodeFiles, report.outputs[0].path);
    expect([las.header.versionMinor, las.header.recordLength, las.crs?.code]).toEqual([2, 28, 'EPSG:25832']);
    expect(warnings.every((text) => text.includes('scan angles'))).toBe(true);
  });
});
