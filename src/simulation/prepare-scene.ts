import { SILENT_LOG } from '../base/log.js';
import { finishInTurns } from '../base/steps.js';
import { type BuildOptions, buildInstancesIn, type TreeThreads, withTreeCrew } from '../bvh/build-queue.js';
import { buildOrFind, type TreeStore } from '../bvh/tree-cache.js';
import { boxesOfInstances } from '../pack/pack-scene.js';
import { type PreparedScene, prepareForDevice } from '../pack/prepared-scene.js';
import type { Scene } from '../scene/scene.js';
import type { PrepareOptions } from './machine.js';

/** A platform's means to build trees, and its cache, if it has one. */
export interface TreePlace {
  treeThreads: TreeThreads;
  store?: TreeStore;
}

/** Builds (or finds) the trees of a scene and packs it for the device. Throws AbortedError. */
export async function prepareSceneIn(
  { treeThreads, store }: TreePlace,
  scene: Scene,
  options: Omit<PrepareOptions, 'cache'> & BuildOptions,
): Promise<PreparedScene> {
  const { signal, log = SILENT_LOG } = options;
  const { bvhs, top } = await withTreeCrew(treeThreads, signal, async (crew) => {
    const bvhs = await buildOrFind(crew, store, scene.meshes, { ...options, log });
    const boxes = await finishInTurns(boxesOfInstances(scene, bvhs), signal);
    return { bvhs, top: await buildInstancesIn(crew, boxes) };
  });
  return finishInTurns(prepareForDevice(scene, bvhs, top), signal);
}
