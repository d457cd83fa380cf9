import { Worker } from 'node:worker_threads';
import type { ChunkCoders, CodedChunk } from './chunk-coders.js';
import { type CoderThread, coderCrew } from './coder-crew.js';
import { transfersOf } from './coder-transfers.js';

/** Codes chunks in up to `threads` threads of Node. */
export const nodeCoders = (threads: number): ChunkCoders => coderCrew(threads, startThread);

function startThread(): CoderThread {
  // Without execArgv, a worker inherits flags such as --input-type that are not meant for it.
  const worker = new Worker(new URL('../../../dist/io/laz/node-coder-worker.js', import.meta.url), { execArgv: [] });
  return {
    send: (work) => worker.postMessage(work, transfersOf(work)),
    onResult: (listener) => worker.on('message', (result: CodedChunk) => listener(result)),
    onFault: (listener) => worker.on('error', listener),
    end: async () => void (await worker.terminate()),
  };
}
