import { expect, it } from 'vitest';
import { prepareScene } from '../../src/simulation/node-prepare-scene.js';
import { meshOf, rectangle, sceneOf } from '../support/scenes.js';

const scene = sceneOf([meshOf(rectangle([0, 0, 0], [1, 0, 0], [0, 1, 0]))]);

it('builds the trees of a scene, and tells how far it is', async () => {
  const progress: unknown[] = [];
  const options = { cache: false, onProgress: (state: unknown) => progress.push(state) };
  const [one, other] = [await prepareScene(scene, { ...options, threads: 1 }), await prepareScene(scene, options)];
  expect(one.device).toEqual(other.device);
  expect(progress.at(-1)).toMatchObject({ task: 'build', done: 2, total: 2 });
});
