import { unpackLzw } from './lzw.js';
import { COMPRESSION } from './tiff-layout.js';

/**
 * The bytes of a strip or tile, `wanted` of them; undefined if the packed bytes are damaged or hold fewer. Nothing is
 * unpacked beyond `wanted`, so that a small file cannot fill the memory.
 */
export async function unpack(packed: Uint8Array, compression: number, wanted: number): Promise<Uint8Array | undefined> {
  if (compression === COMPRESSION.none) return packed.length < wanted ? undefined : packed.slice(0, wanted);
  const target = new Uint8Array(wanted);
  return (await fill(packed, compression, target)) === wanted ? target : undefined;
}

function fill(packed: Uint8Array, compression: number, target: Uint8Array): number | undefined | Promise<number> {
  if (compression === COMPRESSION.lzw) return unpackLzw(packed, target);
  return compression === COMPRESSION.packBits ? unpackBits(packed, target) : inflate(packed, target);
}

/** PackBits (TIFF 6.0, section 9): runs of bytes, and of one byte repeated. Returns the number of bytes written. */
function unpackBits(packed: Uint8Array, target: Uint8Array): number {
  let filled = 0;
  for (let at = 0; at < packed.length && filled < target.length; ) {
    const count = packed[at++];
    if (count === 128) continue;
    const run = count < 128 ? packed.subarray(at, at + count + 1) : undefined;
    const end = Math.min(target.length, filled + (run?.length ?? 257 - count));
    if (run) target.set(run.subarray(0, end - filled), filled);
    else target.fill(packed[at], filled, end);
    at += run?.length ?? 1;
    filled = end;
  }
  return filled;
}

/** Unpacks zlib data until `target` is full; returns the number of bytes written. */
async function inflate(packed: Uint8Array, target: Uint8Array): Promise<number> {
  const source = new ReadableStream<BufferSource>({
    start(controller) {
      controller.enqueue(packed as Uint8Array<ArrayBuffer>);
      controller.close();
    },
  });
  const reader = source.pipeThrough(new DecompressionStream('deflate')).getReader();
  let filled = 0;
  try {
    for (let next = await reader.read(); !next.done && filled < target.length; next = await reader.read()) {
      const block = next.value.subarray(0, target.length - filled);
      target.set(block, filled);
      filled += block.length;
    }
  } catch {
    // Bytes behind the end of the stream are no fault if all wanted bytes are there.
    return filled;
  }
  await reader.cancel().catch(() => {});
  return filled;
}
