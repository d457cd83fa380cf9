// A thread of a page that codes chunks of compressed points, in the order in which it gets their records.
import { type ChunkWork, codeChunk } from './chunk-coders.js';
import { LazCodec } from './laz-codec.js';

const codec = LazCodec.create();
addEventListener('message', async ({ data }: MessageEvent<ChunkWork>) => {
  const chunk = codeChunk(await codec, data);
  const memory = data.records.buffer;
  postMessage({ chunk, memory }, { transfer: [chunk.buffer, memory] });
});
