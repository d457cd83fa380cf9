import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { dot, normalize, type Vec3 } from '../../src/base/vec3.js';
import { joinBatches, type PointBatch } from '../../src/cloud/point-batch.js';
import { readPoints } from '../../src/io/clouds/read-points.js';
import { openReadable } from '../../src/io/clouds/readable-clouds.js';
import { openLas } from '../../src/io/las-files/las-file.js';
import { runSurvey, simulate, simulateFrames } from '../../src/node-scans.js';
import { loadSurvey } from '../../src/node-surveys.js';
import type { Survey } from '../../src/survey/survey.js';
import { outliers } from '../support/outliers.js';
import { surveyText, writeSurvey } from '../survey/survey-file.js';

const OPTIONS = { engine: 'cpu', threads: 1, cache: false } as const;
const MOMENT = '2024-06-01T12:00:00Z';
/** The same in adjusted standard GPS time, with 18 leap seconds. */
const START = (Date.parse(MOMENT) - Date.UTC(1980, 0, 6)) / 1000 + 18 - 1e9;

/** One laser on a head that turns ten times a second, clockwise from +y, and fires each microsecond. */
const scannerOf = (elevation: number, period: number) => `
name: One beam
wavelength: 905
divergence: { mrad: 0.1 }
detection: { rangeMin: 0.1, rangeMax: 300, maxReturns: 1, rangeNoise: 0, minEnergy: 1e-20 }
deflector: { kind: spinning, rotationRate: 10, firingPeriod: ${period}, channels: [ { elevation: ${elevation} } ] }
`;

/** The side of a car, 4.5 m long, upright in the plane x = 0; a wall behind the sensor; a wheel's square plate. */
const SIDE = 'v 0 -2.25 -1\nv 0 2.25 -1\nv 0 2.25 1\nv 0 -2.25 1\nf 1 2 3\nf 1 3 4\n';
const WALL = 'v -5 -20 -9\nv 5 -20 -9\nv 5 -20 9\nv -5 -20 9\nf 1 2 3\nf 1 3 4\n';
const PLATE = 'v 0 -.23 -.23\nv 0 .23 -.23\nv 0 .23 .23\nv 0 -.23 .23\nf 1 2 3\nf 1 3 4\n';
/** Four walls, a floor and a ceiling about the origin. */
const ROOM = [
  ...[0, 1, 2, 3, 4, 5, 6, 7].map((k) => `v ${k & 1 ? 9 : -9} ${k & 2 ? 7 : -7} ${k & 4 ? 4 : -3}`),
  ...['1 2 4 3', '5 6 8 7', '1 2 6 5', '3 4 8 7', '1 3 7 5', '2 4 8 6'].map((face) => `f ${face}`),
].join('\n');

interface World {
  parts: string;
  elevation?: number;
  /** Microseconds between two shots. */
  period?: number;
  more?: Record<string, string>;
  files?: Record<string, string>;
}

/** A survey of moving parts, for files beside it. */
async function surveyOf({ parts, elevation = 0, period = 1, more = {}, files = {} }: World): Promise<Survey<never>> {
  const file = await writeSurvey(
    surveyText({
      scene: `scene: { parts: [ ${parts} ] }`,
      scanner: 'scanner: one.yaml',
      footprint: 'footprint: { subrays: 1 }',
      startTime: `startTime: ${MOMENT}`,
      legs: 'legs: [ { position: [0, 0, 0], duration: 0.1 } ]',
      ...more,
    }),
  );
  const all = {
    'one.yaml': scannerOf(elevation, period),
    'side.obj': SIDE,
    'wall.obj': WALL,
    'plate.obj': PLATE,
    'room.obj': ROOM,
    ...files,
  };
  for (const [name, text] of Object.entries(all)) await writeFile(join(dirname(file), name), text);
  return loadSurvey(file, { outputFolder: dirname(file) }) as Promise<Survey<never>>;
}

async function pointsIn(path: string): Promise<PointBatch> {
  const batches: PointBatch[] = [];
  for await (const batch of readPoints(await openReadable(nodeFiles, path))) batches.push(batch);
  return joinBatches(batches);
}

/** The points of the first output of a world. */
async function pointsOf(world: World): Promise<PointBatch> {
  const survey = await surveyOf(world);
  await runSurvey(survey, OPTIONS);
  return pointsIn(survey.outputs[0].path);
}

const indices = ({ count }: PointBatch) => Array.from({ length: count }, (_, i) => i);
const byTime = (points: PointBatch) => indices(points).sort((i, j) => points.gpsTime[i] - points.gpsTime[j]);
const ofObject = (points: PointBatch, object: number) => indices(points).filter((i) => points.instance[i] === object);
const placeOf = ({ x, y, z }: PointBatch, i: number): Vec3 => [x[i], y[i], z[i]];
const velocityOf = ({ velocity = new Float32Array() }: PointBatch, i: number): Vec3 =>
  [...velocity.subarray(3 * i, 3 * i + 3)] as unknown as Vec3;
const apart = (a: Vec3, b: Vec3) => Math.max(...a.map((value, k) => Math.abs(value - b[k])));

const FIELDS = 'fields: [standard, radial_velocity, velocity, moving]';
const CAR = '{ name: car, file: side.obj, transform: { translate: [7.1, 0, 0] }, motion: { velocity: [0, 15, 0] } }';
const CAR_AND_WALL = `${CAR}, { name: wall, file: wall.obj }`;

describe('points of a car that passes a sensor at rest', () => {
  const NAMES = ['npz', 'npy', 'las', 'laz', 'copc.laz', 'csv', 'ply', 'pcd', 'parquet', 'e57'].map((e) => `v.${e}`);
  let survey: Survey<never>;
  let points: PointBatch;
  beforeAll(async () => {
    const output = `output: [ ${NAMES.map((name) => `{ file: ${name}, ${FIELDS} }`).join(', ')} ]`;
    survey = await surveyOf({ parts: CAR_AND_WALL, more: { output } });
    await runSurvey(survey, OPTIONS);
    points = await pointsIn(survey.outputs[0].path);
  });

  it('have its velocity, and the rate at which their range grows', () => {
    const { radialVelocity = [], moving = [], y, z, range } = points;
    const [car, wall] = [ofObject(points, 1), ofObject(points, 2)];
    expect(car.length).toBeGreaterThan(5_000);
    expect(wall.length).toBeGreaterThan(5_000);
    expect(outliers(car, (i) => apart(velocityOf(points, i), [0, 15, 0]) < 1e-6 && moving[i] === 1)).toEqual([]);
    expect(outliers(car, (i) => Math.abs(radialVelocity[i] - (15 * y[i]) / range[i]) < 1e-4)).toEqual([]);
    expect(outliers(wall, (i) => apart(velocityOf(points, i), [0, 0, 0]) === 0 && moving[i] === 0)).toEqual([]);
    expect(outliers(wall, (i) => radialVelocity[i] === 0)).toEqual([]);
    // Its front and its rear, as the beam meets them.
    const [front, rear] = [car[0], car[car.length - 1]];
    expect([y[front], z[front]]).toEqual([expect.closeTo(2.542895, 2.9), expect.closeTo(0, 6)]);
    expect(Math.abs(radialVelocity[front] - 5.05771)).toBeLessThan(1e-3);
    expect(Math.abs(radialVelocity[rear] + 3.71551)).toBeLessThan(1e-3);
  });

  it.each(NAMES.slice(1))('have the same in %s', async (name) => {
    const read = await pointsIn(join(dirname(survey.file), name));
    expect(read.count).toBe(points.count);
    // COPC sorts points; texts hold four decimals.
    const [own, others] = [byTime(points), byTime(read)];
    const isSame = (k: number) => {
      const [i, j] = [own[k], others[k]];
      const [a, b] = [points, read].map(({ radialVelocity = [] }, n) => radialVelocity[n === 0 ? i : j]);
      const areNear = Math.abs(a - b) < 6e-5 && apart(velocityOf(points, i), velocityOf(read, j)) < 6e-5;
      return areNear && points.moving?.[i] === read.moving?.[j];
    };
    expect(outliers([...own.keys()], isSame)).toEqual([]);
  });

  it('have extra bytes of these names in LAS', async () => {
    const { extraFields } = await openLas(nodeFiles, join(dirname(survey.file), 'v.las'));
    const names = ['radial_velocity', 'velocity_x', 'velocity_y', 'velocity_z', 'moving'];
    expect(extraFields.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  });

  it('have them for a program, where an output names them', async () => {
    const batches: PointBatch[] = [];
    for await (const batch of simulate(survey, OPTIONS)) batches.push(batch);
    const { radialVelocity, velocity, moving } = joinBatches(batches);
    expect([radialVelocity, velocity, moving]).toEqual([points.radialVelocity, points.velocity, points.moving]);
  });
});

it('are in no cloud that does not name them', async () => {
  const { radialVelocity, velocity, moving } = await pointsOf({
    parts: CAR,
    period: 20,
    more: { output: 'output: [ { file: v.npz, fields: all } ]' },
  });
  expect([radialVelocity, velocity, moving]).toEqual([undefined, undefined, undefined]);
});

it('are known of none that no surface sent back: misses and ghosts', async () => {
  const points = await pointsOf({
    parts: CAR_AND_WALL,
    period: 20,
    more: {
      detector: 'detector: { artefacts: { outliers: { probability: 0.1 } } }',
      output: `output: [ { file: v.npz, misses: true, ${FIELDS} } ]`,
    },
  });
  const { radialVelocity = [], moving = [], returnNumber, material } = points;
  const ghosts = indices(points).filter((i) => returnNumber[i] > 0 && material[i] === 65_535);
  const misses = indices(points).filter((i) => returnNumber[i] === 0);
  const others = indices(points).filter((i) => material[i] !== 65_535);
  for (const kind of [ghosts, misses, others]) expect(kind.length).toBeGreaterThan(100);
  const isUnknown = (i: number) =>
    Number.isNaN(radialVelocity[i]) && velocityOf(points, i).every(Number.isNaN) && moving[i] === 0;
  expect(outliers([...ghosts, ...misses], isUnknown)).toEqual([]);
  expect(outliers(others, (i) => Number.isFinite(radialVelocity[i]))).toEqual([]);
  // Ghosts before them do not shift the bodies of others.
  expect(outliers(ofObject(points, 1), (i) => moving[i] === 1)).toEqual([]);
});

it('grow to the top of a wheel that rolls, whose bottom stands', async () => {
  const radius = 0.33;
  const turn = (-180 / Math.PI) * ((15 * 0.125) / radius);
  const keys = `[ { time: 0, position: [7.1, -0.6, 0.33], pitch: 0 }, { time: 0.125, position: [7.1, 1.275, 0.33], pitch: ${turn} } ]`;
  const points = await pointsOf({
    parts: `{ name: wheel, file: plate.obj, motion: { keys: ${keys} } }`,
    elevation: 2.6,
    more: { output: `output: [ { file: v.npz, ${FIELDS} } ]` },
  });
  expect(points.count).toBeGreaterThan(500);
  const { y, z, gpsTime } = points;
  const expected = (i: number): Vec3 => {
    const centre = -0.6 + 15 * (gpsTime[i] - START);
    return [0, (15 * z[i]) / radius, (-15 * (y[i] - centre)) / radius];
  };
  expect(outliers(indices(points), (i) => apart(velocityOf(points, i), expected(i)) < 0.01)).toEqual([]);
});

/** A way of a second that turns to the left at 0.2 rad/s. */
const TURNING = [
  'time,x,y,z,heading,pitch,roll',
  ...Array.from({ length: 101 }, (_, k) => `${k / 100},0,${k / 10},0,${(-0.2 * k * 1.8) / Math.PI},0,0`),
].join('\n');
const MOUNT = 'mount: { position: [0.5, 1, 1.8] }';

it('count the turn of the platform at the lever arm of the scanner', async () => {
  const points = await pointsOf({
    parts: '{ name: room, file: room.obj }',
    elevation: -2,
    period: 20,
    files: { 'way.csv': TURNING },
    more: {
      mount: MOUNT,
      legs: 'legs: [ { trajectory: { file: way.csv } } ]',
      output: `output: [ { file: v.npz, ${FIELDS} } ]`,
    },
  });
  const { radialVelocity = [], gpsTime } = points;
  const t0 = gpsTime[0];
  expect(points.count).toBeGreaterThan(4_000);
  const expected = (i: number) => {
    const t = gpsTime[i] - t0;
    const [s, c] = [Math.sin(0.2 * t), Math.cos(0.2 * t)];
    const arm: Vec3 = [0.5 * c - s, 0.5 * s + c, 1.8];
    const way = placeOf(points, i).map((value, k) => value - [0, 10 * t, 0][k] - arm[k]) as unknown as Vec3;
    return -dot(normalize(way), [-0.2 * arm[1], 10 + 0.2 * arm[0], 0]);
  };
  expect(outliers(indices(points), (i) => Math.abs(radialVelocity[i] - expected(i)) < 1e-4)).toEqual([]);
});

/** A way of a second along a curve, up and down, with all angles. */
const SWAYING = [
  'time,x,y,z,heading,pitch,roll',
  ...Array.from({ length: 201 }, (_, k) => {
    const t = k / 200;
    return [t, 9 * t * t, 14 * t, Math.sin(6 * t), 70 * t, 20 * Math.sin(5 * t), 9 * Math.cos(9 * t)].join();
  }),
].join('\n');

it.each([
  ['to the left', TURNING],
  ['all ways', SWAYING],
])('along the beam are 0 in a world that moves with its sensor, %s', async (_, way) => {
  const follows = 'trajectory: { file: way.csv }';
  const points = await pointsOf({
    parts: `{ name: room, file: room.obj, motion: { ${follows} } }`,
    elevation: -7,
    period: 20,
    files: { 'way.csv': way },
    more: {
      mount: MOUNT,
      legs: `legs: [ { ${follows} } ]`,
      output: `output: [ { file: v.npz, ${FIELDS} } ]`,
    },
  });
  const { radialVelocity = [], moving = [] } = points;
  expect(points.count).toBeGreaterThan(20_000);
  expect(outliers(indices(points), (i) => Math.abs(radialVelocity[i]) < 1e-5 && moving[i] === 1)).toEqual([]);
});

describe('frames', () => {
  const frames = async (keys: string, parts = CAR_AND_WALL) => {
    const survey = await surveyOf({
      parts,
      more: { output: '', frames: `frames: { file: "f%02d.npz", ${keys}, ${FIELDS} }` },
    });
    await runSurvey(survey, OPTIONS);
    return { survey, points: await pointsIn(join(dirname(survey.file), 'f00.npz')) };
  };

  it('have velocities of the world in any coordinates, for programs too', async () => {
    const { survey, points } = await frames('coordinates: sensor, axes: flu, deskew: true');
    const car = ofObject(points, 1);
    expect(car.length).toBeGreaterThan(5_000);
    expect(outliers(car, (i) => apart(velocityOf(points, i), [0, 15, 0]) < 1e-6)).toEqual([]);
    const own: PointBatch[] = [];
    for await (const frame of simulateFrames(survey, OPTIONS)) own.push(frame.points);
    expect(own).toHaveLength(1);
    const { radialVelocity, velocity, moving } = points;
    expect(own[0]).toMatchObject({ radialVelocity, velocity, moving });
  });

  it('that are organised have them in cells with points, for programs too', async () => {
    const survey = await surveyOf({
      parts: CAR_AND_WALL,
      period: 20,
      more: { output: '', frames: `frames: { file: "f%02d.pcd", organised: true, ${FIELDS} }` },
    });
    for await (const { points } of simulateFrames(survey, OPTIONS)) {
      const { radialVelocity = [], moving = [], instance } = points;
      const empty = indices(points).filter((i) => instance[i] === 0);
      const car = ofObject(points, 1);
      for (const cells of [empty, car]) expect(cells.length).toBeGreaterThan(300);
      expect(outliers(car, (i) => velocityOf(points, i)[1] === 15 && moving[i] === 1)).toEqual([]);
      expect(outliers(empty, (i) => Number.isNaN(radialVelocity[i]) && moving[i] === 0)).toEqual([]);
      expect(outliers(empty, (i) => velocityOf(points, i).every(Number.isNaN))).toEqual([]);
    }
    expect.assertions(5);
  });

  it.each(['coordinates: world', 'coordinates: sensor'])('have a car as it is at their start, %s', async (keys) => {
    const skewed = (await frames(keys)).points;
    const { points } = await frames(`${keys}, deskew: objects`);
    const car = ofObject(points, 1);
    expect(car.length).toBeGreaterThan(5_000);
    const { y, gpsTime } = skewed;
    const isMoved = (i: number) => Math.abs(points.y[i] - (y[i] - 15 * (gpsTime[i] - START))) < 1e-5;
    expect(outliers(car, isMoved)).toEqual([]);
    expect(outliers(ofObject(points, 2), (i) => apart(placeOf(points, i), placeOf(skewed, i)) === 0)).toEqual([]);
    // Points are within the car, up to the step of the beam.
    const ends = [Math.max(...car.map((i) => points.y[i])), Math.min(...car.map((i) => points.y[i]))];
    expect(ends[0]).toBeLessThan(2.25 + 1e-5);
    expect(ends[1]).toBeGreaterThan(-2.25 - 1e-5);
    expect(ends[0] - ends[1]).toBeGreaterThan(4.5 - 1e-3);
  });
});
