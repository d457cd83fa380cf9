import { expect, it } from 'vitest';
import { AbortedError } from '../../src/base/errors.js';
import { prepareScene } from '../../src/simulation/web-prepare-scene.js';
import { meshOf, rectangle, sceneOf } from '../support/scenes.js';

/** Two meshes: two triangles, and four. */
const scene = () =>
  sceneOf([
    meshOf(rectangle([0, 0, 0], [1, 0, 0], [0, 1, 0])),
    meshOf([...rectangle([0, 0, 1], [1, 0, 0], [0, 1, 0]), ...rectangle([0, 0, 2], [1, 0, 0], [0, 1, 0])]),
  ]);

it('builds the trees of a scene once, and tells how far it is', async () => {
  const [one, progress] = [scene(), [] as unknown[]];
  const prepared = await prepareScene(one, { onProgress: (state) => progress.push(state) });
  expect(progress).toEqual([
    { task: 'build', done: 4, total: 6, unit: 'triangles' },
    { task: 'build', done: 6, total: 6, unit: 'triangles' },
  ]);
  expect(await prepareScene(one, { onProgress: (state) => progress.push(state) })).toBe(prepared);
  expect(progress).toHaveLength(2);
  expect(await prepareScene(scene(), {})).not.toBe(prepared);
});

it('a scene is prepared once for all who ask at the same time, each with progress of its own', async () => {
  const [one, told] = [scene(), [0, 0]];
  const asking = [0, 1].map((k) => prepareScene(one, { onProgress: () => told[k]++ }));
  const [first, second] = await Promise.all(asking);
  expect(second).toBe(first);
  expect(told).toEqual([2, 2]);
});

it('ends with its signal, and may be asked again', async () => {
  const one = scene();
  await expect(prepareScene(one, { signal: AbortSignal.abort() })).rejects.toThrow(AbortedError);
  expect((await prepareScene(one, { signal: new AbortController().signal })).device).toBeDefined();
});

it('goes on for others when the one who asked first gives up', async () => {
  const [one, control] = [scene(), new AbortController()];
  const first = prepareScene(one, { signal: control.signal });
  const second = prepareScene(one);
  control.abort();
  await expect(first).rejects.toThrow(AbortedError);
  expect((await second).device).toBeDefined();
});
