import { threadCrew } from '../../base/threads/thread-crew.js';
import { webThread } from '../../base/threads/web-thread.js';
import type { BlockCoders } from '../records/blocks.js';
import { memoryOfWork } from './block-coders.js';

/** Codes blocks in up to `threads` threads of a page. */
export const webCoders = (threads: number): BlockCoders =>
  threadCrew(threads, () =>
    // Written in this form because bundlers search for it.
    webThread(new Worker(new URL('./web-coder-worker.js', import.meta.url), { type: 'module' }), memoryOfWork),
  ) as BlockCoders;
