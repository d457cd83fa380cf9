import { threadCrew } from '../../base/threads/thread-crew.js';
import { webThread } from '../../base/threads/web-thread.js';
import { memoryOfPiece } from './made-points.js';
import type { PointCrew } from './point-crew.js';
import type { PointSetup } from './point-setup.js';

/** Makes points in up to `threads` threads of a page. */
export const webPointCrew = (threads: number, setup: PointSetup): PointCrew =>
  threadCrew(threads, () => {
    // Written in this form because bundlers search for it.
    const worker = new Worker(new URL('./web-point-worker.js', import.meta.url), { type: 'module' });
    worker.postMessage(setup);
    return webThread(worker, memoryOfPiece);
  });
