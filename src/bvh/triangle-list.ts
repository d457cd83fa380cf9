import { NONE, Triangle, TriangleBlock } from '../device/records.generated.js';
import { BLOCK_SIZE } from '../device/wide-bvh.js';

const BLOCK_WORDS = TriangleBlock.SIZE / 4;
const TRIANGLE_WORDS = Triangle.SIZE / 4;

/** Triangles one by one, and the first one of each block. */
interface TriangleList {
  /** Triangle records. */
  triangles: ArrayBuffer;
  triangleCount: number;
  /** Number of the first triangle of each block, followed by the total. */
  starts: Uint32Array;
}

/** The triangles of TriangleBlock records in their order, without the empty places. */
export function listTriangles(blocks: ArrayBuffer, blockCount: number): TriangleList {
  const words = new Uint32Array(blocks, 0, blockCount * BLOCK_WORDS);
  const starts = startsOf(words, blockCount);
  const out = new Uint32Array(starts[blockCount] * TRIANGLE_WORDS);
  for (let block = 0; block < blockCount; block++) {
    for (let lane = 0, to = starts[block]; to < starts[block + 1]; lane++, to++)
      copyTriangle(words, block * BLOCK_WORDS + lane, out, to * TRIANGLE_WORDS);
  }
  return { triangles: out.buffer as ArrayBuffer, triangleCount: starts[blockCount], starts };
}

/** Number of triangles in TriangleBlock records. */
export function countTriangles(blocks: ArrayBuffer, blockCount: number): number {
  return startsOf(new Uint32Array(blocks, 0, blockCount * BLOCK_WORDS), blockCount)[blockCount];
}

/** Blocks are filled from their first place on. */
function startsOf(words: Uint32Array, blockCount: number): Uint32Array {
  const starts = new Uint32Array(blockCount + 1);
  for (let block = 0; block < blockCount; block++) {
    let count = 0;
    const ids = block * BLOCK_WORDS + TriangleBlock.id / 4;
    while (count < BLOCK_SIZE && words[ids + count] !== NONE) count++;
    starts[block + 1] = starts[block] + count;
  }
  return starts;
}

function copyTriangle(words: Uint32Array, from: number, out: Uint32Array, to: number): void {
  const corners = [Triangle.a, Triangle.b, Triangle.c];
  for (let corner = 0; corner < 3; corner++)
    for (let axis = 0; axis < 3; axis++)
      out[to + corners[corner] / 4 + axis] = words[from + (corner * 3 + axis) * BLOCK_SIZE];
  out[to + Triangle.id / 4] = words[from + TriangleBlock.id / 4];
  out[to + Triangle.group / 4] = words[from + TriangleBlock.group / 4];
}
