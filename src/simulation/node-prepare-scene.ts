import { availableParallelism } from 'node:os';
import { NODE_TREE_THREADS } from '../bvh/node-build.js';
import { nodeTreeStore } from '../bvh/node-cache.js';
import type { Scene } from '../scene/scene.js';
import type { PrepareOptions, ReadyScene } from './machine.js';
import { prepareSceneIn } from './prepare-scene.js';

/**
 * Builds (or finds) the trees of a scene and packs it for the device. Throws AbortedError, and UserError if the
 * environment sets invalid limits of the cache.
 */
export async function prepareScene(scene: Scene, options: PrepareOptions = {}): Promise<ReadyScene> {
  const { threads = availableParallelism(), cache = true, ...rest } = options;
  const place = { treeThreads: NODE_TREE_THREADS, store: cache ? nodeTreeStore() : undefined };
  return prepareSceneIn(place, scene, { threads, ...rest });
}
