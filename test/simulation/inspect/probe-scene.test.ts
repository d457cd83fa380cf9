import { beforeAll, describe, expect, it } from 'vitest';
import { AbortedError } from '../../../src/base/errors.js';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { inspectScene } from '../../../src/node-scans.js';
import { createScene } from '../../../src/scene/create-scene.js';
import type { Scene } from '../../../src/scene/scene.js';
import { probeScene } from '../../../src/simulation/inspect/probe-scene.js';
import type { SceneInspector } from '../../../src/simulation/inspect/scene-inspector.js';
import { nodeMachine } from '../../../src/simulation/node-machine.js';
import { openForScans } from '../../../src/simulation/scan.js';
import { standLegs } from '../../../src/simulation/stand-legs.js';
import { testRandom } from '../../support/random.js';
import { rectangle } from '../../support/scenes.js';
import { generated, surveyOf } from './inspected-survey.js';

const SEED = Math.floor(Math.random() * 2 ** 31);

/** Two triangles as an object. */
const plate = (name: string, corners: readonly number[], classification: number) => ({
  name,
  positions: Float32Array.from(corners),
  indices: Uint32Array.of(0, 1, 2, 3, 4, 5),
  material: 'concrete',
  classification,
});

/** A floor, a bridge of ground above a part of it, and a roof of no ground above all. */
const HALL = createScene([
  plate('floor', rectangle([-20, -20, 1], [40, 0, 0], [0, 40, 0]), 2),
  plate('bridge', rectangle([0, -20, 6], [20, 0, 0], [0, 40, 0]), 2),
  plate('roof', rectangle([-20, -20, 12], [40, 0, 0], [0, 40, 0]), 6),
]);

describe('the probe of a scene', () => {
  let forest: Scene;
  let inspector: SceneInspector;
  beforeAll(async () => {
    forest = await generated('forest', 20_000);
    inspector = await inspectScene(forest, { cache: false });
  });

  it('finds the heights on which stations stand in a run, to the last bit', async () => {
    const random = testRandom(SEED);
    const { min, max } = forest.bounds;
    const within = (axis: 0 | 1) => min[axis] + (0.1 + 0.8 * random()) * (max[axis] - min[axis]);
    const places = Array.from({ length: 60 }, () => [within(0), within(1)] as const);
    const legs = places.flatMap(([x, y]) =>
      (['ground', 'lowest-ground'] as const).map((on) => ({ position: [x, y, 0], on })),
    );
    const survey = await surveyOf(forest, { scanner: 'velodyne-vlp-16', legs } as never);
    const { legs: standing } = await standLegs(survey, forest);
    const heights = standing.map(({ path }) => (path.kind === 'station' ? path.position[2] : Number.NaN));
    const { ground, lowestGround } = await probeScene(inspector, { places: places.flat() });
    for (const k of places.keys())
      expect([ground[k], lowestGround[k]], `seed ${SEED}, place ${k}`).toEqual([heights[2 * k], heights[2 * k + 1]]);
    // One by one, too.
    const one = await probeScene(await inspectScene(forest, { cache: false }), { places: places[7] });
    expect(one.ground[0]).toBe(ground[7]);
  });

  it('sees the first surface from above, and what it is', async () => {
    const scene = await inspectScene(HALL, { cache: false });
    const probes = await probeScene(scene, { places: [-5, 3, 5, 3, 30, 3] });
    expect([...probes.positions.subarray(0, 6)]).toEqual([-5, 3, expect.closeTo(12, 5), 5, 3, expect.closeTo(12, 5)]);
    expect([...probes.objects].map((object) => probes.names.objects[object])).toEqual(['roof', 'roof', '']);
    expect([...probes.classes]).toEqual([6, 6, 0]);
    expect([...probes.normals.subarray(0, 3)]).toEqual([0, 0, 1]);
    expect([...probes.ground]).toEqual([1, 6, Number.NaN]);
    expect([...probes.lowestGround]).toEqual([1, 1, Number.NaN]);
    expect(probes).toEqual(structuredClone(probes));
  });

  it('follows rays, and finds the ground where they end', async () => {
    const scene = await inspectScene(HALL, { cache: false });
    const rays = [5, 5, 3, 0, 0, 2, 5, 5, 3, 0, 0, -1, -5, 5, 3, 0, 1, 0];
    const { positions, ranges, ground, objects, names, normals } = await probeScene(scene, { rays });
    expect([...positions]).toEqual([
      5,
      5,
      expect.closeTo(6, 5),
      5,
      5,
      expect.closeTo(1, 5),
      Number.NaN,
      Number.NaN,
      Number.NaN,
    ]);
    expect([...ranges]).toEqual([expect.closeTo(1.5, 5), expect.closeTo(2, 5), Number.NaN]);
    expect([names.objects[objects[0]], names.objects[objects[1]], objects[2]]).toEqual(['bridge', 'floor', 0]);
    expect([normals[2], normals[5]]).toEqual([-1, 1]);
    expect([...ground]).toEqual([6, 6, Number.NaN]);
  });

  it('is there for a scene that is open for scans, before and after one is', async () => {
    const opened = await openForScans(HALL, { machine: nodeMachine, engine: 'cpu', threads: 1, cache: false });
    const scene = await opened.inspect();
    await opened.close();
    expect((await probeScene(scene, { places: [-5, 3] })).ground[0]).toBe(1);
    await expect(opened.inspect()).rejects.toThrow('the scene is closed');
  });

  it('refuses half places, and can be stopped', async () => {
    await expect(probeScene(inspector, { places: [1, 2, 3] })).rejects.toThrow(
      'places: found 3 numbers, expected 2 for each',
    );
    await expect(probeScene(inspector, { rays: [1, 2] })).rejects.toThrow('rays: found 2 numbers, expected 6 for each');
    await expect(probeScene(inspector, { places: [1, 2] }, { signal: AbortSignal.abort() })).rejects.toThrow(
      AbortedError,
    );
    await expect(inspectScene({} as never)).rejects.toThrow('found a value that is not a scene');
  });

  it('reads the scene of a survey itself', async () => {
    const survey = await surveyOf(HALL, { scanner: 'velodyne-vlp-16', legs: [{ position: [0, 0, 0] }] } as never);
    expect(
      (await inspectScene(survey.scene, { machine: { ...nodeMachine, files: nodeFiles }, cache: false })).scene,
    ).toBe(HALL);
  });
});
