import { canShareMemory } from '../base/shared-memory.js';
import { startedWebThread } from '../base/threads/web-thread.js';
import type { TreeThreads } from './build-queue.js';

/** Threads of a page that build trees; they share its memory where the page is isolated. */
export const WEB_TREE_THREADS: TreeThreads = {
  shareMemory: canShareMemory(),
  // The calling thread need not load the builder.
  triangles: 0,
  start: () =>
    startedWebThread(
      // Written in this form because bundlers search for it.
      () => new Worker(new URL('./web-build-worker.js', import.meta.url), { type: 'module' }),
    ),
};
