import { AbortedError } from '../base/errors.js';
import type { OnProgress, Progress } from '../base/log.js';
import { untilAborted } from '../base/until-aborted.js';
import { WEB_TREE_THREADS } from '../bvh/web-build.js';
import { openTreeStore } from '../bvh/web-tree-store.js';
import type { Scene } from '../scene/scene.js';
import type { PrepareOptions, ReadyScene } from './machine.js';
import { prepareSceneIn } from './prepare-scene.js';

/** A scene that is prepared, or being prepared, and the listeners to its progress. */
interface Preparation {
  scene: Promise<ReadyScene>;
  listeners: Set<OnProgress>;
}

/** Prepared scenes, kept as long as the scene itself, since a page scans the same scene again and again. */
const preparations = new WeakMap<Scene, Preparation>();

/**
 * Builds the trees of a scene in workers (or finds them on the page's own disk) and packs it for the device, once per
 * scene. Where no worker can be started, this thread builds them, in turns with other work. Throws AbortedError.
 */
export async function prepareScene(scene: Scene, options: PrepareOptions = {}): Promise<ReadyScene> {
  const { signal, onProgress } = options;
  for (;;) {
    if (signal?.aborted) throw new AbortedError();
    const known = preparations.get(scene) ?? begin(scene, options);
    if (onProgress) known.listeners.add(onProgress);
    try {
      return await untilAborted(known.scene, signal);
    } catch (error) {
      // The caller that began it may have given up; others begin anew.
      if (!(error instanceof AbortedError) || signal?.aborted) throw error;
    } finally {
      if (onProgress) known.listeners.delete(onProgress);
    }
  }
}

function begin(scene: Scene, options: PrepareOptions): Preparation {
  const { threads = globalThis.navigator?.hardwareConcurrency || 1, cache = true, signal, log } = options;
  const listeners = new Set<OnProgress>();
  const onProgress = (progress: Progress) => {
    for (const listener of listeners) listener(progress);
  };
  const prepare = async () => {
    const place = { treeThreads: WEB_TREE_THREADS, store: cache ? await openTreeStore() : undefined };
    return prepareSceneIn(place, scene, { threads, signal, onProgress, log });
  };
  const preparation: Preparation = { scene: prepare(), listeners };
  preparations.set(scene, preparation);
  preparation.scene.catch(() => {
    if (preparations.get(scene) === preparation) preparations.delete(scene);
  });
  return preparation;
}
