import { Worker } from 'node:worker_threads';
import { nodeThread } from '../base/threads/node-thread.js';
import { sceneHelperIn } from './scene-helper.js';

/**
 * Decodes and generates in threads of Node. Work below these limits blocks the calling thread for half a second at
 * most.
 */
export const nodeSceneHelper = sceneHelperIn({
  texels: 1 << 20,
  triangles: 500_000,
  // Without execArgv, a worker inherits flags such as --input-type that are not meant for it.
  start: async () =>
    nodeThread(
      new Worker(new URL('../../dist/simulation/node-scene-worker.js', import.meta.url), { execArgv: [] }),
      () => [],
    ),
});
