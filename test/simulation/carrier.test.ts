import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/base/errors.js';
import { joinBatches, type PointBatch } from '../../src/cloud/point-batch.js';
import { runSurvey, simulate } from '../../src/node-scans.js';
import { loadScene, loadSurvey } from '../../src/node-surveys.js';
import { trackedClasses } from '../../src/products/tracked-objects.js';
import { sceneAt } from '../../src/scene/motion/scene-at.js';
import { outliers } from '../support/outliers.js';
import { surveyText, writeSurvey } from '../survey/survey-file.js';

const OPTIONS = { engine: 'cpu', threads: 1, cache: false } as const;

/** One laser on a head that turns ten times a second. */
const SCANNER = `
name: One beam
wavelength: 905
divergence: { mrad: 0.1 }
detection: { rangeMin: 0.1, rangeMax: 300, maxReturns: 1, rangeNoise: 0, minEnergy: 1e-20 }
deflector: { kind: spinning, rotationRate: 10, firingPeriod: 20, channels: [ { elevation: -7 } ] }
`;

/** An open box about the mounted sensor, uneven in all directions, and a floor with a hill below it all. */
const CABIN = [
  ...[0, 1, 2, 3, 4, 5, 6, 7].map((k) => `v ${k & 1 ? 1.4 : -0.9} ${k & 2 ? 3.1 : -0.7} ${k & 4 ? 2.6 : 1.1}`),
  ...['1 2 4 3', '1 2 6 5', '3 4 8 7', '1 3 7 5', '2 4 8 6'].map((face) => `f ${face}`),
].join('\n');
const HILL = 'usemtl ground\nv -90 -90 -3\nv 90 -90 2\nv 90 90 4\nv -90 90 -3\nf 1 2 3\nf 1 3 4\n';

/** A way of a second along a curve, up and down, with all angles. */
const SWAYING = [
  'time,x,y,z,heading,pitch,roll',
  ...Array.from({ length: 41 }, (_, k) => {
    const t = k / 40;
    return [t, 9 * t * t, 14 * t, 20 + Math.sin(6 * t), 70 * t, 20 * Math.sin(5 * t), 9 * Math.cos(9 * t)].join();
  }),
].join('\n');
const DRIVE = '{ trajectory: { file: way.csv } }';
const STAND = '{ position: [3, -2, 5], duration: 1 }';

const CARRIED = '{ name: cabin, file: cabin.obj, motion: { follow: platform } }';
const FLOOR = '{ name: floor, file: hill.obj }';

interface World {
  legs: string;
  parts?: string;
  more?: Record<string, string>;
}

async function surveyOf({ legs, parts = `${CARRIED}, ${FLOOR}`, more = {} }: World) {
  const file = await writeSurvey(
    surveyText({
      scene: `scene: { parts: [ ${parts} ], labels: [ { match: ground, class: ground } ] }`,
      scanner: 'scanner: one.yaml',
      mount: 'mount: { position: [0.5, 1, 1.8], pitch: 4, heading: 10 }',
      footprint: 'footprint: { subrays: 1 }',
      legs: `legs: [ ${legs} ]`,
      output: 'output: [ { file: v.npz, fields: [standard, radial_velocity, velocity] } ]',
      coordinates: 'coordinates: sensor',
      ...more,
    }),
  );
  const files = { 'one.yaml': SCANNER, 'cabin.obj': CABIN, 'hill.obj': HILL, 'way.csv': SWAYING };
  for (const [name, text] of Object.entries(files)) await writeFile(join(dirname(file), name), text);
  return loadSurvey(file, { outputFolder: dirname(file) });
}

async function pointsOf(world: World): Promise<PointBatch> {
  const batches: PointBatch[] = [];
  for await (const batch of simulate(await surveyOf(world), OPTIONS)) batches.push(batch);
  return joinBatches(batches);
}

/** Message of the UserError with which loading the survey and its scene ends. */
async function faultOf(world: World): Promise<string> {
  try {
    await loadScene((await surveyOf(world)).scene);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.message;
  }
  return 'no error';
}

const indices = ({ count }: PointBatch) => Array.from({ length: count }, (_, i) => i);
const distance = (a: PointBatch, i: number, b: PointBatch, j: number) =>
  Math.hypot(a.x[i] - b.x[j], a.y[i] - b.y[j], a.z[i] - b.z[j]);

describe('a part that is fixed to the platform', () => {
  it('is the same for its sensor at every pose of a drive that turns all ways', async () => {
    const [driven, standing] = [await pointsOf({ legs: DRIVE }), await pointsOf({ legs: STAND })];
    expect(driven.count).toBeGreaterThan(49_000);
    expect(driven.count).toBe(standing.count);
    expect(outliers(indices(driven), (i) => driven.instance[i] === 1)).toEqual([]);
    expect(outliers(indices(driven), (i) => distance(driven, i, standing, i) < 1e-4)).toEqual([]);
  });

  it('moves, but has no radial velocity', async () => {
    const { radialVelocity = [], velocity = [], ...points } = await pointsOf({ legs: DRIVE });
    const all = indices(points);
    expect(outliers(all, (i) => Math.abs(radialVelocity[i]) < 1e-6)).toEqual([]);
    expect(outliers(all, (i) => Math.hypot(velocity[3 * i], velocity[3 * i + 1], velocity[3 * i + 2]) > 5)).toEqual([]);
  });

  it('is with the platform in each leg, whatever is between them', async () => {
    const legs = [
      STAND,
      '{ position: [-20, 9, 2], heading: 100, duration: 0.2 }',
      '{ from: [5, 5, 3], to: [9, 5, 3], speed: 20, pause: 3 }',
      DRIVE,
      '{ position: [0, 0, 9], duration: 0.1, pause: 1e-3 }',
    ];
    const points = await pointsOf({ legs: legs.join(', ') });
    const standing = await pointsOf({ legs: STAND });
    expect(points.count).toBeGreaterThan(120_000);
    // Each leg begins with the same direction of the head.
    let start = 0;
    const source = points.pointSourceId ?? [];
    expect(new Set(source).size).toBe(5);
    for (const i of indices(points)) {
      if (i > 0 && source[i] !== source[i - 1]) start = i;
      if (!(distance(points, i, standing, i - start) < 1e-4)) expect.fail(`point ${i - start} of leg ${source[i]}`);
    }
  });

  it('follows the true pose, and not the reported one', async () => {
    const poseError = 'poseError: { position: { horizontal: { white: 0.5 }, vertical: { white: 0.5 } } }';
    const [wrong, right] = [await pointsOf({ legs: DRIVE, more: { poseError } }), await pointsOf({ legs: DRIVE })];
    expect(outliers(indices(right), (i) => Math.abs(wrong.range[i] - right.range[i]) < 1e-6)).toEqual([]);
  });

  it('is seen by every scanner of the platform', async () => {
    const more = {
      scanner: 'scanners: [ { scanner: one.yaml, name: a }, { scanner: one.yaml, name: b } ]',
    };
    const [both, one] = [await pointsOf({ legs: DRIVE, more }), await pointsOf({ legs: DRIVE })];
    expect(both.count).toBe(2 * one.count);
    expect(outliers(indices(both), (i) => both.instance[i] === 1)).toEqual([]);
  });

  it.each([
    ['a station', '{ position: [30, 20, 0], duration: 0.1, on: ground }'],
    ['a line', '{ from: [30, 20, 0], to: [30, 21, 0], speed: 10, on: ground }'],
  ])('stands on the ground with %s', async (_, leg) => {
    const [low, high] = [await pointsOf({ legs: leg }), await pointsOf({ legs: STAND })];
    expect(low.count).toBeGreaterThan(4_000);
    expect(outliers(indices(low), (i) => distance(low, i, high, i) < 1e-4)).toEqual([]);
  });

  it('may be placed several times', async () => {
    const rods =
      '{ name: rods, file: cabin.obj, instances: [ { translate: [0, 0, 0] }, { translate: [0, 0, 40] } ], motion: { follow: platform } }';
    const [many, one] = [await pointsOf({ legs: DRIVE, parts: `${rods}, ${FLOOR}` }), await pointsOf({ legs: DRIVE })];
    expect(outliers(indices(one), (i) => distance(many, i, one, i) < 1e-4)).toEqual([]);
  });

  it('is where the first leg begins in pictures, and nowhere without legs', async () => {
    const { scene } = await surveyOf({ legs: STAND });
    const loaded = await loadScene(scene);
    const { instances } = sceneAt(loaded, 0);
    const { transform } = instances[instances.length - 1];
    expect([transform[3], transform[7], transform[11]].map((value) => Math.round(value * 1e6) / 1e6)).toEqual([
      3, -2, 5,
    ]);
    const { clock: _, ...alone } = scene as typeof scene & { clock?: unknown };
    const { motions = [], bounds } = await loadScene(alone as typeof scene);
    expect([...(motions[0].visible ?? [])]).toEqual([0, 0]);
    expect([bounds.min[0], bounds.max[2]]).toEqual([-90, 4]);
  });

  it('is in no list of boxes or tracks', async () => {
    const car = '{ name: car, file: cabin.obj, motion: { velocity: [1, 0, 0] } }';
    const labels = '{ match: "*", part: c*, semantic: car }';
    const { scene } = await surveyOf({
      legs: STAND,
      parts: `${CARRIED}, ${car}, ${FLOOR} ], labels: [ ${labels} ], semantics: { car: 3 }, materials: {} } #`,
    });
    const loaded = await loadScene(scene);
    expect(loaded.names.instances.slice(1)).toEqual(['cabin', 'car', 'floor']);
    for (const which of ['all', 'moving'] as const)
      expect([...trackedClasses(loaded, which, undefined)]).toEqual([[2, 'car']]);
  });

  it('is written to the same bytes by any number of threads', async () => {
    const survey = await surveyOf({ legs: `${STAND}, ${DRIVE}` });
    const { points, outputs } = await runSurvey(survey, OPTIONS);
    expect(points).toBeGreaterThan(90_000);
    const alone = await readFile(outputs[0].path);
    await runSurvey(survey, { ...OPTIONS, threads: 2, force: true });
    expect(alone.equals(await readFile(outputs[0].path))).toBe(true);
  });

  it.each([
    [
      'legs at the same time',
      { legs: `${STAND}, { position: [0, 0, 1], duration: 1, startTime: 419724818.5 }` },
      'leg 2 begins 0.500 s before leg 1 ends, but the platform, which parts follow, is at one place at a time',
    ],
    [
      'a follower of it',
      { legs: STAND, parts: `${CARRIED}, { file: hill.obj, motion: { follow: { part: cabin } } }` },
      'hill follows cabin, which follows the platform: write follow: platform here, too',
    ],
    [
      'a reference',
      { legs: STAND, parts: '{ file: cabin.obj, motion: { follow: platform, reference: centre } }' },
      'scene.parts[0].motion.reference: found "centre", expected none: transform places the part on the platform',
    ],
    [
      'another word',
      { legs: STAND, parts: '{ file: cabin.obj, motion: { follow: head } }' },
      'scene.parts[0].motion.follow: found "head", expected platform, or a map with part',
    ],
    [
      'a ground',
      { legs: STAND, parts: `{ file: cabin.obj, motion: { follow: platform }, on: ground }, ${FLOOR}` },
      'scene.parts[0].on: found "ground", expected none: a part with follow does not ride on a ground',
    ],
  ])('is refused with %s', async (_, world, message) => {
    expect(await faultOf(world)).toBe(message);
  });
});
