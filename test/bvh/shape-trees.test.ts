import { describe, expect, it } from 'vitest';
import { finish } from '../../src/base/steps.js';
import { buildMesh } from '../../src/bvh/build-mesh.js';
import { narrow } from '../../src/bvh/narrow.js';
import { middleShape, treesOfShapes } from '../../src/bvh/shape-trees.js';
import { listTriangles } from '../../src/bvh/triangle-list.js';
import {
  LEAF,
  NODE4_FIRST_BITS,
  NODE4_FIRST_MASK,
  NONE,
  Node4,
  TriangleBlock,
} from '../../src/device/records.generated.js';
import type { WideBvh } from '../../src/device/wide-bvh.js';
import { checkSame } from '../support/quick-checks.js';
import { meshOf, random, sphere } from '../support/scenes.js';

const KEYS = 4;
const [NODE, BLOCK] = [Node4.SIZE / 4, TriangleBlock.SIZE / 4];

/** A ball whose vertices jump about from key to key, some of them far away. */
function shaken() {
  const next = random(3);
  const ball = meshOf(sphere(1, 9));
  const keys = Array.from({ length: KEYS }, (_, k) => ball.positions.map((x) => 1000 + x + k * (next() - 0.5)));
  return { ...ball, shapes: { times: Float64Array.of(0, 1, 2, 3), keys } };
}

const mesh = shaken();
const [tree] = finish(treesOfShapes([mesh], [buildMesh(middleShape(mesh))]));
const { shape = { intervals: 0, nodeStride: 0, blockStride: 0, boxes: new Float32Array() } } = tree;
const [words, floats] = [new Uint32Array(tree.nodes), new Float32Array(tree.nodes)];
const [blockWords, corners] = [new Uint32Array(tree.blocks), new Float32Array(tree.blocks)];

/** What the leaves below a node are: their first blocks, and numbers of blocks. */
function* leavesBelow(node: number): Generator<{ lane: number; first: number; end: number }> {
  for (let lane = node * NODE; lane < node * NODE + 4; lane++) {
    const child = words[lane + Node4.child / 4];
    if (child === 0) continue;
    const first = child & NODE4_FIRST_MASK;
    if (child & LEAF) yield { lane, first, end: first + ((child >>> NODE4_FIRST_BITS) & 7) + 1 };
    else yield* leavesBelow(child);
  }
}

/** The numbers of the triangles of a block. */
const idsOf = (block: number): number[] => [
  ...blockWords.subarray(block * BLOCK + TriangleBlock.id / 4, block * BLOCK + TriangleBlock.id / 4 + 4),
];

describe('the trees of a mesh that changes its shape', () => {
  it('have one for each interval, alike but for boxes and numbers', () => {
    expect(shape).toMatchObject({ intervals: 3, nodeStride: tree.nodeCount / 3, blockStride: tree.blockCount / KEYS });
    for (let interval = 0; interval < 3; interval++) {
      const found = [...leavesBelow(interval * shape.nodeStride)];
      const first = [...leavesBelow(0)];
      expect(found.map(({ first: block }) => block - interval * shape.blockStride)).toEqual(
        first.map((leaf) => leaf.first),
      );
      const triangles = found.flatMap(({ first: from, end }) =>
        Array.from({ length: end - from }, (_, k) => idsOf(from + k))
          .flat()
          .filter((id) => id !== NONE),
      );
      expect(triangles.sort((a, b) => a - b)).toEqual([...mesh.triangleGroup.keys()]);
    }
  });

  it('have the corners of each key', () => {
    for (let key = 0; key < KEYS; key++)
      for (let block = 0; block < shape.blockStride; block++)
        for (const [lane, id] of idsOf(key * shape.blockStride + block).entries()) {
          if (id === NONE) continue;
          const at = (key * shape.blockStride + block) * BLOCK + lane;
          const own = Array.from({ length: 9 }, (_, k) => corners[at + 4 * k]);
          expect(own).toEqual([...mesh.shapes.keys[key].subarray(9 * id, 9 * id + 9)]);
        }
  });

  it('have boxes that hold all places between two keys, as f32 rounds them', () => {
    const next = random(8);
    for (let interval = 0; interval < 3; interval++)
      for (const { lane, first, end } of leavesBelow(interval * shape.nodeStride))
        for (let block = first; block < end; block++)
          for (let k = 0; k < 36; k++) {
            const [from, to] = [corners[block * BLOCK + k], corners[(block + shape.blockStride) * BLOCK + k]];
            if (Number.isNaN(from)) continue;
            const [low, high] = [0, 4].map((side) => floats[lane + 8 * (Math.floor(k / 4) % 3) + side]);
            const all = [shape.boxes[6 * interval], shape.boxes[6 * interval + 3]];
            for (const share of [0, 1, Math.fround(next()), Math.fround(1 - 2 ** -24)]) {
              const place = Math.fround(from + Math.fround(share * Math.fround(to - from)));
              checkSame(place >= low && place <= high, true, `${place} from ${low} to ${high}`);
              if (Math.floor(k / 4) % 3 > 0) continue;
              checkSame(place >= all[0] && place <= all[1], true, `${place} from ${all[0]} to ${all[1]}`);
            }
          }
    expect(tree.bounds.min[0]).toBeCloseTo(Math.min(...[0, 6, 12].map((k) => shape.boxes[k])), 6);
  });

  it('have as many nodes of two children and triangles in each interval and key', () => {
    const narrowed = (own: Pick<WideBvh, 'nodes' | 'nodeCount'>) =>
      narrow(own, { nodeBase: 0, leafOf: (leaf) => leaf });
    const whole = narrowed(tree);
    const one = narrowed({ nodes: tree.nodes, nodeCount: shape.nodeStride });
    expect(whole.nodeCount).toBe(3 * one.nodeCount);
    expect(whole.depth).toBeGreaterThanOrEqual(one.depth);
    const { triangleCount, starts } = listTriangles(tree.blocks, tree.blockCount);
    expect(triangleCount).toBe(KEYS * mesh.triangleGroup.length);
    expect(starts[shape.blockStride]).toBe(mesh.triangleGroup.length);
  });
});
