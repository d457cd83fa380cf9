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

it('builds the trees of a scene once, and tells how far it is', () => {
  const [one, progress] = [scene(), [] as unknown[]];
  const prepared = prepareScene(one, { onProgress: (state) => progress.push(state) });
  expect(progress).toEqual([
    { task: 'build', done: 2, total: 6, unit: 'triangles' },
    { task: 'build', done: 6, total: 6, unit: 'triangles' },
  ]);
  expect(prepareScene(one, { onProgress: (state) => progress.push(state) })).toBe(prepared);
  expect(progress).toHaveLength(2);
  expect(prepareScene(scene(), {})).not.toBe(prepared);
});

it('ends with its signal, and may be asked again', () => {
  const one = scene();
  expect(() => prepareScene(one, { signal: AbortSignal.abort() })).toThrow(AbortedError);
  expect(prepareScene(one, { signal: new AbortController().signal }).device).toBeDefined();
});
