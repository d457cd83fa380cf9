import { Worker } from 'node:worker_threads';
import { CREW_WORKER, nodeThread } from '../../base/threads/node-thread.js';
import { threadCrew } from '../../base/threads/thread-crew.js';
import { memoryOfPiece } from './made-points.js';
import type { PointCrew } from './point-crew.js';
import type { PointSetup } from './point-setup.js';

/** Makes points in up to `threads` threads of Node. */
export const nodePointCrew = (threads: number, setup: PointSetup): PointCrew =>
  threadCrew(threads, () =>
    nodeThread(
      new Worker(new URL('../../../dist/simulation/point-crew/node-point-worker.js', import.meta.url), {
        workerData: setup,
        ...CREW_WORKER,
      }),
      memoryOfPiece,
    ),
  );
