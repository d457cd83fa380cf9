import { expect, it } from 'vitest';
import { bodyPoseAt } from '../../src/scene/motion/motion-pose.js';
import { sceneView } from '../../src/workbench/scene-view.js';
import { viewedMovers } from '../../src/workbench/viewed-movers.js';
import { movingScene } from '../survey/scene/motion/moving-scene.js';

it('lists what moves apart from what stands, in memory of its own', async () => {
  const scene = await movingScene('{ name: car, file: car.obj, motion: { velocity: [0, 1, 0], turnRate: 20 } }');
  expect(sceneView(scene).placements.length).toBe(1);
  const { motions, placements } = viewedMovers(scene)!;
  expect(placements.map((placement) => [...placement.motions])).toEqual([[0]]);
  expect(motions).toEqual(scene.motions);
  expect(motions[0].times.buffer).not.toBe(scene.motions![0].times.buffer);
});

it('is absent where nothing moves', async () => {
  expect(viewedMovers(await movingScene('{ name: car, file: car.obj }'))).toBeUndefined();
});

it('leaves knots out where there are too many, but not those at which a body comes or jumps', async () => {
  const keys = Array.from({ length: 200 }, (_, k) => `{ time: ${k}, position: [${k % 2}, ${k}, 0] }`).join(', ');
  const scene = await movingScene(
    `{ name: a, file: car.obj, motion: { velocity: [0, 3, 0], turnRate: 40, start: 7.3, before: hidden } },
     { name: b, file: car.obj, motion: { keys: [${keys}], interpolation: step } }`,
    { seconds: 200 },
  );
  const all = scene.motions!.reduce((sum, { times }) => sum + times.length, 0);
  const { motions } = viewedMovers(scene, 400)!;
  const kept = motions.reduce((sum, { times }) => sum + times.length, 0);
  expect(all).toBeGreaterThan(2000);
  expect(kept).toBeLessThan(900);
  for (const time of [0, 7.2]) expect(bodyPoseAt(motions[0], time).isVisible).toBe(false);
  for (const time of [7.4, 120]) expect(bodyPoseAt(motions[0], time).isVisible).toBe(true);
  // A second of a circle of 4.3 m is left out here and there.
  const [near, exact] = [bodyPoseAt(motions[0], 100.1), bodyPoseAt(scene.motions![0], 100.1)];
  expect(Math.hypot(...near.position.map((value, k) => value - exact.position[k]))).toBeLessThan(0.5);
  expect(motions.map(({ times }) => times.at(-1))).toEqual(scene.motions!.map(({ times }) => times.at(-1)));
});
