import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/base/errors.js';
import { joinBatches, type PointBatch } from '../../src/cloud/point-batch.js';
import { runSurvey, simulate } from '../../src/node-scans.js';
import { loadScene } from '../../src/node-surveys.js';
import { trackedClasses } from '../../src/products/tracked-objects.js';
import { sceneAt } from '../../src/scene/motion/scene-at.js';
import { CARRIED, type CarrierWorld, carrierSurvey, DRIVE, FLOOR, STAND } from '../support/carrier.js';
import { outliers } from '../support/outliers.js';

const OPTIONS = { engine: 'cpu', threads: 1, cache: false } as const;

async function pointsOf(world: CarrierWorld): Promise<PointBatch> {
  const batches: PointBatch[] = [];
  for await (const batch of simulate(await carrierSurvey(world), OPTIONS)) batches.push(batch);
  return joinBatches(batches);
}

/** Message of the UserError with which loading the survey and its scene ends. */
async function faultOf(world: CarrierWorld): Promise<string> {
  try {
    await loadScene((await carrierSurvey(world)).scene);
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
    const { scene } = await carrierSurvey({ legs: STAND });
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
    const { scene } = await carrierSurvey({
      legs: STAND,
      parts: `${CARRIED}, ${car}, ${FLOOR} ], labels: [ ${labels} ], semantics: { car: 3 }, materials: {} } #`,
    });
    const loaded = await loadScene(scene);
    expect(loaded.names.instances.slice(1)).toEqual(['cabin', 'car', 'floor']);
    for (const which of ['all', 'moving'] as const)
      expect([...trackedClasses(loaded, which, undefined)]).toEqual([[2, 'car']]);
  });

  it('is written to the same bytes by any number of threads', async () => {
    const survey = await carrierSurvey({ legs: `${STAND}, ${DRIVE}` });
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
