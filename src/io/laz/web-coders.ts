import type { ChunkCoders, CodedChunk } from './chunk-coders.js';
import { type CoderThread, coderCrew } from './coder-crew.js';
import { transfersOf } from './coder-transfers.js';

/** Codes chunks in up to `threads` threads of a page. */
export const webCoders = (threads: number): ChunkCoders => coderCrew(threads, startThread);

function startThread(): CoderThread {
  // Written in this form because bundlers search for it.
  const worker = new Worker(new URL('./web-coder-worker.js', import.meta.url), { type: 'module' });
  return {
    send: (work) => worker.postMessage(work, transfersOf(work)),
    onResult: (listener) => worker.addEventListener('message', ({ data }: MessageEvent<CodedChunk>) => listener(data)),
    onFault: (listener) =>
      worker.addEventListener('error', ({ message }) => listener(new Error(message || 'it could not be loaded'))),
    end: async () => worker.terminate(),
  };
}
