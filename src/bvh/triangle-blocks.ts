import { invariant } from '../base/errors.js';
import { LEAF, NODE4_FIRST_BITS, NONE, TriangleBlock } from '../device/records.generated.js';
import { BLOCK_SIZE, LEAF_BLOCKS_MAX } from '../device/wide-bvh.js';
import type { MeshPart, MeshTriangles } from './mesh-triangles.js';

const BLOCK_WORDS = TriangleBlock.SIZE / 4;

/** Collects the triangles of leaves in TriangleBlock records, each leaf in whole blocks. */
export class TriangleBlocks {
  private readonly order: Uint32Array;
  private readonly mesh: MeshTriangles;
  private readonly numbers: Uint32Array | undefined;
  private words: Uint32Array;
  private floats: Float32Array;
  private count = 0;

  constructor(order: Uint32Array, mesh: MeshTriangles | MeshPart) {
    this.order = order;
    this.numbers = 'numbers' in mesh ? mesh.numbers : undefined;
    this.mesh = mesh;
    // Leaves are usually five sixths full: starts with a quarter more than if they were full, then doubles.
    this.words = new Uint32Array(Math.ceil((order.length / BLOCK_SIZE) * 1.25 + 1) * BLOCK_WORDS);
    this.floats = new Float32Array(this.words.buffer);
  }

  /** Makes a leaf of the triangles order[first … first + count) and returns its child value. */
  emit(first: number, count: number): number {
    const block = this.count;
    const blocks = Math.ceil(count / BLOCK_SIZE);
    invariant(blocks >= 1 && blocks <= LEAF_BLOCKS_MAX, `a leaf of ${count} triangles`);
    invariant(block + blocks <= 2 ** NODE4_FIRST_BITS, 'too many triangle blocks for a leaf to name');
    this.count += blocks;
    if (this.count * BLOCK_WORDS > this.words.length) this.grow();
    for (let k = 0; k < blocks * BLOCK_SIZE; k++)
      this.write(block * BLOCK_SIZE + k, k < count ? this.order[first + k] : NONE);
    return (LEAF | ((blocks - 1) << NODE4_FIRST_BITS) | block) >>> 0;
  }

  finish(): { blocks: ArrayBuffer; blockCount: number } {
    return {
      blocks: this.words.buffer.slice(0, this.count * TriangleBlock.SIZE) as ArrayBuffer,
      blockCount: this.count,
    };
  }

  private grow(): void {
    const larger = new Uint32Array(this.words.length * 2);
    larger.set(this.words);
    this.words = larger;
    this.floats = new Float32Array(larger.buffer);
  }

  /** Copies a triangle of the mesh to its place; an empty place gets corners that no ray hits. */
  private write(place: number, triangle: number): void {
    const { positions, indices, triangleGroup } = this.mesh;
    const empty = triangle === NONE;
    const lane = place % BLOCK_SIZE;
    const base = ((place - lane) / BLOCK_SIZE) * BLOCK_WORDS + lane;
    for (let corner = 0; corner < 3; corner++) {
      const vertex = empty ? 0 : indices[triangle * 3 + corner] * 3;
      for (let k = 0; k < 3; k++)
        this.floats[base + (corner * 3 + k) * BLOCK_SIZE] = empty ? Number.NaN : positions[vertex + k];
    }
    this.words[base + TriangleBlock.id / 4] = empty ? NONE : (this.numbers?.[triangle] ?? triangle);
    this.words[base + TriangleBlock.group / 4] = empty ? 0 : triangleGroup[triangle];
  }
}
