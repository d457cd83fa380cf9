import { availableParallelism } from 'node:os';
import type { Log, OnProgress } from '../base/log.js';
import { SILENT_LOG } from '../base/log.js';
import { buildCached } from '../bvh/node-cache.js';
import { type PreparedScene, prepareForDevice } from '../pack/prepared-scene.js';
import type { Scene } from '../scene/scene.js';

export interface PrepareOptions {
  threads?: number;
  /** Keep built trees for the next run, and use those of the last; true unless given. */
  cache?: boolean;
  signal?: AbortSignal;
  onProgress?: OnProgress;
  log?: Log;
}

/** Builds (or finds) the trees of a scene and packs it for the device. Throws AbortedError. */
export async function prepareScene(scene: Scene, options: PrepareOptions = {}): Promise<PreparedScene> {
  const { signal, onProgress, cache = true, log = SILENT_LOG } = options;
  const threads = options.threads ?? availableParallelism();
  const bvhs = await buildCached(scene.meshes, { threads, signal, onProgress, cache, log });
  return prepareForDevice(scene, bvhs);
}
