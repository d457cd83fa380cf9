import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fromAttitude } from '../../../src/base/quaternion.js';
import type { Rigid } from '../../../src/base/rigid.js';
import type { LegMoment, ToEarth } from '../../../src/io/poses/trajectory-format.js';
import {
  TRAJECTORY_OUTPUTS,
  type TrajectoryOutputName,
  trajectoryEndings,
  trajectoryOutputOf,
} from '../../../src/io/poses/trajectory-formats.js';
import { readTrajectory } from '../../../src/node-surveys.js';
import { rotationOf } from '../../../src/platform/rotation-order.js';
import { temporaryFolder } from '../sample-cloud.js';

const ROOT = new URL('../../../', import.meta.url);
const DEGREE = Math.PI / 180;
const folder = temporaryFolder();

/** 2022-01-01, 00:00 UTC: Saturday, 518,418 s into the week of GPS, which is 18 s ahead. */
const START = 1_325_030_418 - 1e9;
const MOMENTS: LegMoment[] = [0, 0.01, 0.25].map((after) => ({ start: START, after }));
const POSES = MOMENTS.map((_, k) => ({
  position: [500_000.123_456 + k, -20.5, 100.000_04] as const,
  orientation: fromAttitude(-0.1 + 3 * k, 0.2, -0.3),
}));

function write(format: TrajectoryOutputName): string {
  const path = join(folder, `way${TRAJECTORY_OUTPUTS[format].ending}`);
  writeFileSync(path, fileOf(format, MOMENTS));
  return path;
}

/** The file of a format with POSES at some moments. */
function fileOf(format: TrajectoryOutputName, moments: readonly LegMoment[], toEarth?: ToEarth): Buffer {
  const { head, encode } = TRAJECTORY_OUTPUTS[format].begin(toEarth);
  return Buffer.concat([head, ...moments.map((moment, k) => Uint8Array.from(encode(moment, POSES[k])))]);
}

/** The line of a pose in the text of HELIOS++. */
const heliosLine = (moment: LegMoment, pose: Rigid): string =>
  new TextDecoder().decode(TRAJECTORY_OUTPUTS.helios.begin().encode(moment, pose));

it('lists every file of src/io/poses/trajectories, and the guide names them', () => {
  const files = readdirSync(new URL('src/io/poses/trajectories', ROOT)).map((file) => file.replace(/\.ts$/, ''));
  expect(Object.keys(TRAJECTORY_OUTPUTS).toSorted()).toEqual(files.toSorted());
  const guide = readFileSync(new URL('docs/survey.md', ROOT), 'utf8').split(/^(?=## )/m);
  const section = guide.find((part) => part.startsWith('## trajectories')) ?? '';
  for (const { ending } of Object.values(TRAJECTORY_OUTPUTS)) expect(section).toContain(`\`${ending}\``);
  expect(trajectoryEndings()).toBe('.csv, .tum, .txt or .sbet');
  expect(trajectoryOutputOf('a/WAY.TUM')).toBe('tum');
  expect(trajectoryOutputOf('a.las')).toBeUndefined();
});

it.each(['csv', 'tum'] as const)('%s is read as the trajectory that it was', async (format) => {
  const { times, positions, orientations } = await readTrajectory(write(format));
  expect([...times]).toEqual(MOMENTS.map(({ start, after }) => start + after));
  expect([...positions]).toEqual(POSES.flatMap(({ position }) => position));
  POSES.flatMap(({ orientation }) => [...orientation]).forEach((value, k) => {
    expect(orientations[k]).toBeCloseTo(value, 15);
  });
});

it('csv has the angles beside the quaternion', async () => {
  const path = write('csv');
  expect(readFileSync(path, 'utf8').split('\n')[0]).toBe('time,x,y,z,qx,qy,qz,qw,heading,pitch,roll');
  const columns = { time: 1, x: 2, y: 3, z: 4, heading: 9, pitch: 10, roll: 11 };
  const bare = readFileSync(path, 'utf8').replace(/^.*\n/, '');
  writeFileSync(join(folder, 'bare.csv'), bare);
  const { orientations } = await readTrajectory(join(folder, 'bare.csv'), { columns });
  POSES.forEach(({ orientation }, k) => {
    const found = [...orientations.subarray(4 * k, 4 * k + 4)];
    expect(Math.abs(found.reduce((sum, part, axis) => sum + part * orientation[axis], 0))).toBeCloseTo(1, 12);
  });
});

it('txt is that of HELIOS++: x y z, seconds of the week, roll, pitch and yaw by ARINC 705', async () => {
  const rows = readFileSync(write('helios'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' '));
  expect(rows.map((row) => row.length)).toEqual([7, 7, 7]);
  expect(rows.map((row) => row[3])).toEqual(['518418.000000000', '518418.010000000', '518418.250000000']);
  expect(rows[0].slice(0, 3)).toEqual(['500000.1235', '-20.5000', '100.0000']);
  rows.forEach((row, k) => {
    const [roll, pitch, yaw] = row.slice(4).map(Number);
    for (const text of row.slice(4)) expect(text).toMatch(/^-?\d+\.\d{4}$/);
    expect(yaw).toBeGreaterThanOrEqual(0);
    expect(yaw).toBeLessThan(360);
    const found = rotationOf('arinc705', roll * DEGREE, pitch * DEGREE, yaw * DEGREE);
    const cosine = found.reduce((sum, part, axis) => sum + part * POSES[k].orientation[axis], 0);
    // Half of the fourth decimal in each of three angles, as half of an angle of rotation.
    expect(2 * Math.acos(Math.min(1, Math.abs(cosine)))).toBeLessThan(3 * 0.5e-4 * DEGREE);
  });
});

it('txt is read as the trajectory that it was, over the end of a week, by the keys of the guide', async () => {
  const columns = { x: 1, y: 2, z: 3, time: 4, roll: 5, pitch: 6, heading: 7 };
  const guide = readFileSync(new URL('docs/survey.md', ROOT), 'utf8');
  expect(guide).toContain('`columns: { x: 1, y: 2, z: 3, time: 4, roll: 5, pitch: 6, heading: 7 }`');
  const week = 604_800 * 2000 - 1e9;
  const afters = [-0.5, 0, 0.25];
  const path = join(folder, 'week.txt');
  writeFileSync(
    path,
    fileOf(
      'helios',
      afters.map((after) => ({ start: week, after })),
    ),
  );
  const { times, positions, orientations } = await readTrajectory(path, { columns, rotation: 'arinc705' });
  expect([...times]).toEqual([604_799.5, 604_800, 604_800.25]);
  POSES.forEach(({ position, orientation }, k) => {
    position.forEach((value, axis) => {
      expect(Math.abs(positions[3 * k + axis] - value)).toBeLessThan(0.51e-4);
    });
    const cosine = orientation.reduce((sum, part, axis) => sum + part * orientations[4 * k + axis], 0);
    expect(2 * Math.acos(Math.min(1, Math.abs(cosine)))).toBeLessThan(3 * 0.5e-4 * DEGREE);
  });
});

it('txt writes a yaw that rounds to a whole turn as 0, and goes on at 0 after a week', () => {
  const pose = { position: [0, 0, 0], orientation: fromAttitude(-1e-8, 0, 0) } as const;
  expect(heliosLine({ start: 604_800 * 2000 - 1e9, after: -0.5 }, pose)).toBe(
    '0.0000 0.0000 0.0000 604799.500000000 0.0000 0.0000 0.0000\n',
  );
  expect(heliosLine({ start: 604_800 * 2000 - 1e9 - 1, after: 1.5 }, pose).split(' ')[3]).toBe('0.500000000');
});

it('sbet has 17 doubles a pose, in the order of Applanix, and goes on beyond the end of a week', () => {
  const earth = { latitude: 0.9, longitude: 0.1, height: 512, orientation: fromAttitude(0.3, 0.02, -0.01) };
  const week = 604_800 * 2000 - 1e9;
  const moments = [0, 0.5, 604_800.75].map((after) => ({ start: week - 0.5, after }));
  const bytes = fileOf('sbet', moments, () => earth);
  expect(bytes.length).toBe(3 * 136);
  const rows = moments.map((_, k) => Array.from({ length: 17 }, (_, j) => bytes.readDoubleLE(136 * k + 8 * j)));
  expect(rows.map(([time]) => time)).toEqual([604_799.5, 604_800, 2 * 604_800 + 0.25]);
  expect(rows[0].slice(1)).toEqual(
    [0.9, 0.1, 512, 0, 0, 0, -0.01, 0.02, 0.3, 0, 0, 0, 0, 0, 0, 0].map((value) => expect.closeTo(value, 14)),
  );
});
