import { startedWebThread } from '../base/threads/web-thread.js';
import { sceneHelperIn } from './scene-helper.js';

/**
 * Decodes and generates in workers of a page. Work below these limits blocks the calling thread for a tenth of a
 * second.
 */
export const webSceneHelper = sceneHelperIn({
  texels: 1 << 18,
  triangles: 50_000,
  start: () =>
    startedWebThread(
      // Written in this form because bundlers search for it.
      () => new Worker(new URL('./web-scene-worker.js', import.meta.url), { type: 'module' }),
    ),
});
