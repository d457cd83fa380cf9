// A thread that codes chunks of compressed points, in the order in which it gets their records.
import { parentPort } from 'node:worker_threads';
import { invariant } from '../../base/errors.js';
import { type ChunkWork, codeChunk } from './chunk-coders.js';
import { LazCodec } from './laz-codec.js';

invariant(parentPort, 'node-coder-worker runs in a worker thread');
const port = parentPort;
const codec = LazCodec.create();
port.on('message', async (work: ChunkWork) => {
  const chunk = codeChunk(await codec, work);
  const memory = work.records.buffer;
  port.postMessage({ chunk, memory }, [chunk.buffer, memory]);
});
