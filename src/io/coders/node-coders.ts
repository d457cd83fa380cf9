import { Worker } from 'node:worker_threads';
import { CREW_WORKER, nodeThread } from '../../base/threads/node-thread.js';
import { threadCrew } from '../../base/threads/thread-crew.js';
import type { BlockCoders } from '../records/blocks.js';
import { memoryOfWork } from './block-coders.js';

/** Codes blocks in up to `threads` threads of Node. */
export const nodeCoders = (threads: number): BlockCoders =>
  threadCrew(threads, () =>
    nodeThread(
      new Worker(new URL('../../../dist/io/coders/node-coder-worker.js', import.meta.url), CREW_WORKER),
      memoryOfWork,
    ),
  ) as BlockCoders;
