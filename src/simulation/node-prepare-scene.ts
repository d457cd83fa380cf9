import { availableParallelism } from 'node:os';
import { SILENT_LOG } from '../base/log.js';
import { finishInTurns } from '../base/steps.js';
import { buildInstances } from '../bvh/node-build.js';
import { buildCached } from '../bvh/node-cache.js';
import { boxesOfInstances } from '../pack/pack-scene.js';
import { type PreparedScene, prepareForDevice } from '../pack/prepared-scene.js';
import type { Scene } from '../scene/scene.js';
import type { PrepareOptions } from './machine.js';

/** Builds (or finds) the trees of a scene and packs it for the device. Throws AbortedError. */
export async function prepareScene(scene: Scene, options: PrepareOptions = {}): Promise<PreparedScene> {
  const { signal, onProgress, cache = true, log = SILENT_LOG } = options;
  const threads = options.threads ?? availableParallelism();
  const bvhs = await buildCached(scene.meshes, { threads, signal, onProgress, cache, log });
  const boxes = await finishInTurns(boxesOfInstances(scene, bvhs), signal);
  return finishInTurns(prepareForDevice(scene, bvhs, await buildInstances(boxes, signal)), signal);
}
