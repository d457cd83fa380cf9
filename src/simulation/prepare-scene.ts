import { SILENT_LOG } from '../base/log.js';
import { finishInTurns } from '../base/steps.js';
import { type BuildOptions, buildInstancesIn, type TreeThreads, withTreeCrew } from '../bvh/build-queue.js';
import { middleShape, treesOfShapes } from '../bvh/shape-trees.js';
import { buildOrFind, type TreeStore } from '../bvh/tree-cache.js';
import { boxesOfInstances } from '../pack/pack-scene.js';
import { prepareForDevice } from '../pack/prepared-scene.js';
import type { Scene } from '../scene/scene.js';
import type { PrepareOptions, ReadyScene } from './machine.js';

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
): Promise<ReadyScene> {
  const { signal, log = SILENT_LOG } = options;
  const { bvhs, counts, top } = await withTreeCrew(treeThreads, signal, async (crew) => {
    const { bvhs: built, counts } = await buildOrFind(crew, store, scene.meshes.map(middleShape), { ...options, log });
    const bvhs = await finishInTurns(treesOfShapes(scene.meshes, built), signal);
    const boxes = await finishInTurns(boxesOfInstances(scene, bvhs), signal);
    return { bvhs, counts, top: await buildInstancesIn(crew, boxes) };
  });
  return { ...(await finishInTurns(prepareForDevice(scene, bvhs, top), signal)), trees: counts };
}
