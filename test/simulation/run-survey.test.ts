import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import type { PointBatch } from '../../src/cloud/point-batch.js';
import { openLas } from '../../src/io/las/las-file.js';
import { readPoints } from '../../src/io/read-points.js';
import { runSurvey, simulate } from '../../src/simulation/node-run-survey.js';
import { deviations } from '../support/outliers.js';
import { columnOf } from './instrument-scans.js';
import { roomSurvey } from './room-survey.js';

const OPTIONS = { engine: 'cpu', cache: false } as const;

const BASE = {
  legs: 'legs: [ { position: [0, 0, 1.2], duration: 0.11 }, { position: [0.3, 0, 1.2], duration: 0.02 } ]',
};

const survey = (sections: Record<string, string>) => roomSurvey({ ...BASE, ...sections });

async function readAll(path: string): Promise<PointBatch[]> {
  const batches: PointBatch[] = [];
  for await (const batch of readPoints(await openLas(nodeFiles, path))) batches.push(batch);
  return batches;
}

async function simulated(sections: Record<string, string>, threads = 1): Promise<PointBatch[]> {
  const batches: PointBatch[] = [];
  for await (const batch of simulate(await survey(sections), { ...OPTIONS, threads })) batches.push(batch);
  return batches;
}

const TWO = {
  scanner:
    'scanners: [ { scanner: velodyne-vlp-16 }, { name: left, scanner: velodyne-vlp-16, mount: { position: [-0.5, 0, 0] } } ]',
};

describe('two scanners on one platform', () => {
  it('give one cloud, scanner by scanner, the first as if it were alone', async () => {
    const [alone, both] = [await simulated({}), await simulated(TWO)];
    const scanner = columnOf(both, 'scanner');
    const first = scanner.lastIndexOf(0) + 1;
    expect(scanner.slice(0, first).every((value) => value === 0)).toBe(true);
    expect(scanner.slice(first).every((value) => value === 1)).toBe(true);
    for (const key of ['x', 'y', 'z', 'energy', 'pointSourceId', 'gpsTime'] as const)
      expect(columnOf(both, key).slice(0, first)).toEqual(columnOf(alone, key));
    expect(new Set(columnOf(both, 'pointSourceId').slice(first))).toEqual(new Set([3, 4]));
    expect(alone[0].scanner).toBeUndefined();
  });

  it('do not share random numbers: at the same place they get other noise', async () => {
    const scanner = 'scanners: [ { scanner: velodyne-vlp-16 }, { scanner: velodyne-vlp-16 } ]';
    const both = await simulated({ scanner });
    const half = columnOf(both, 'scanner').indexOf(1);
    const range = columnOf(both, 'range');
    expect(range.slice(half, half + 50)).not.toEqual(range.slice(0, 50));
    expect(columnOf(both, 'gpsTime').slice(half, half + 50)).toEqual(columnOf(both, 'gpsTime').slice(0, 50));
  });

  it('are counted together, and told apart in LAS', async () => {
    const loaded = await survey({ ...TWO, restrict: 'restrict: [ { scanner: left, channels: [0, 1] } ]' });
    const report = await runSurvey(loaded, { ...OPTIONS, threads: 2 });
    // 0.11 s and 0.02 s of shots every 55.296 µs: 1990 and 362 of them, 16 lasers, two scanners.
    expect(report.pulses).toBe((1990 + 362) * 16 * 2);
    expect(report.points).toBe(report.returns - report.dropped);
    expect(report.dropped).toBeGreaterThan(0);
    expect(report.frames).toBeUndefined();
    const batches = await readAll(loaded.outputs[0].path);
    const [scanner, channel] = [columnOf(batches, 'scanner'), columnOf(batches, 'channel')];
    expect(scanner).toHaveLength(report.points);
    const lasersOf = (number: number) => new Set(channel.filter((_, k) => scanner[k] === number));
    expect([lasersOf(0).size, lasersOf(1).size]).toEqual([16, 14]);
  });
});

describe('frames of a survey', () => {
  const frames = 'frames: { file: "%s-%02d.pcd", organised: true, coordinates: sensor, deskew: true }';

  it('lie beside its clouds, by scanner, and are in the report', async () => {
    const loaded = await survey({ ...TWO, frames });
    const report = await runSurvey(loaded, OPTIONS);
    const folder = dirname(loaded.outputs[0].path);
    // Two turns of the first leg, the second of which is short, and one of the second leg.
    expect(report.frames).toMatchObject([
      { scanner: 'velodyne-vlp-16', files: 3 },
      { scanner: 'left', files: 3 },
    ]);
    expect(readdirSync(folder).filter((name) => name.endsWith('.pcd')).sort()).toEqual([
      'left-00.pcd', 'left-01.pcd', 'left-02.pcd', 'velodyne-vlp-16-00.pcd', 'velodyne-vlp-16-01.pcd', 'velodyne-vlp-16-02.pcd',
    ]); // biome-ignore format: a list of files
    expect(readFileSync(join(folder, 'left-00.pcd')).toString('latin1')).toMatch(
      /FIELDS x y z .* scanner ring azimuth time\n/,
    );
  });

  it('are the same bytes for one and two threads, and alone as with a cloud', async () => {
    const poseError =
      'poseError: { position: { horizontal: { white: 0.01 } }, attitude: { roll: { randomWalk: 0.1 } } }';
    const restrict = 'restrict: [ { azimuth: [10, 50], share: 0.5 } ]';
    const bytes = async (threads: number, sections: Record<string, string>) => {
      const loaded = await survey({ frames, poseError, restrict, ...sections });
      await runSurvey(loaded, { ...OPTIONS, threads });
      const folder = dirname(loaded.frames!.pattern);
      return readdirSync(folder)
        .filter((name) => name.endsWith('.pcd'))
        .map((name) => readFileSync(join(folder, name)).toString('base64'));
    };
    const one = await bytes(1, {});
    expect(one).toHaveLength(3);
    expect(await bytes(2, {})).toEqual(one);
    expect(await bytes(1, { output: '' })).toEqual(one);
  });
});

it('a report that is wrong gives a cloud within its bounds, in LAS, with the true position beside', async () => {
  const poseError = `poseError:
  position: { horizontal: { gaussMarkov: { sigma: 2, time: 10 } }, vertical: { randomWalk: 5 } }
  attitude: { heading: { white: 10 } }
  boresight: { pitch: 5 }
  clock: { offset: 0.5 }
  keepTruePosition: true`;
  const loaded = await survey({ poseError });
  await runSurvey(loaded, OPTIONS);
  const reported = await readAll(loaded.outputs[0].path);
  const truth = await simulated({});
  const places = (['x', 'y', 'z'] as const).map((key) => columnOf(truth, key));
  expect(columnOf(reported, 'truePosition')).toEqual(places[0].flatMap((_, k) => places.map((axis) => axis[k])));
  expect(columnOf(reported, 'x')).not.toEqual(places[0]);
});

it('a cloud in sensor coordinates has the sensor in its middle', async () => {
  const station = 'legs: [ { position: [100, 200, 1.2], heading: 90, duration: 0.02 } ]';
  const scene = 'scene: { parts: [ { file: room.obj, transform: { translate: [100, 200, 0] } } ] }';
  const [world, sensor] = [
    await simulated({ scene, legs: station }),
    await simulated({ scene, legs: station, coordinates: 'coordinates: sensor' }),
  ];
  const [x, y, z] = (['x', 'y', 'z'] as const).map((key) => columnOf(world, key));
  // Heading 90°: forward is the world's +x, right its −y.
  const expected = [y.map((value) => 200 - value), x.map((value) => value - 100), z.map((value) => value - 1.2)];
  (['x', 'y', 'z'] as const).forEach((key, axis) => {
    expect(deviations(columnOf(sensor, key), expected[axis], 1e-9)).toEqual([]);
  });
});
