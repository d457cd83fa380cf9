import { describe, expect, it } from 'vitest';
import type { Affine } from '../../src/base/affine.js';
import { translation } from '../../src/base/affine.js';
import { finish } from '../../src/base/steps.js';
import { buildMesh, buildPart } from '../../src/bvh/build-mesh.js';
import { hullBoxes } from '../../src/bvh/hull-boxes.js';
import { instanceBoxes } from '../../src/bvh/instance-boxes.js';
import { joinMesh } from '../../src/bvh/mesh-parts.js';
import { countNarrow, narrow } from '../../src/bvh/narrow.js';
import { splitInFour } from '../../src/bvh/split-mesh.js';
import { buildTopLevel } from '../../src/bvh/top-level.js';
import { listTriangles } from '../../src/bvh/triangle-list.js';
import { LEAF, NODE4_FIRST_BITS, NODE4_FIRST_MASK, Node2, Triangle } from '../../src/device/records.generated.js';
import type { WideBvh } from '../../src/device/wide-bvh.js';
import type { Mesh } from '../../src/scene/model.js';
import { meshOf, random, sphere } from '../support/scenes.js';

const SEED = 21;

type Box = number[];
/** A node or leaf as found in a tree: its child value, and the box that its parent has for it. */
interface Found {
  value: number;
  box: Box;
}

const same = (leaf: number) => leaf;
const isLeaf = (value: number) => (value & LEAF) !== 0;

/** The two children of node `node`. */
function childrenOf(nodes: ArrayBuffer, node: number): [Found, Found] {
  const words = new Uint32Array(nodes, node * Node2.SIZE, Node2.SIZE / 4);
  const floats = new Float32Array(nodes, node * Node2.SIZE, Node2.SIZE / 4);
  const take = (min: number, max: number, child: number): Found => ({
    value: words[child / 4],
    box: [...floats.subarray(min / 4, min / 4 + 3), ...floats.subarray(max / 4, max / 4 + 3)],
  });
  return [take(Node2.minA, Node2.maxA, Node2.childA), take(Node2.minB, Node2.maxB, Node2.childB)];
}

interface Walk {
  leaves: Found[];
  /** Nodes that were reached. */
  nodes: number;
  levels: number;
}

/** Goes through the whole tree, and checks that boxes of parents hold those of their children. */
function walk(nodes: ArrayBuffer, nodeBase: number): Walk {
  const found: Walk = { leaves: [], nodes: 0, levels: 0 };
  const sticksOut: number[] = [];
  const visit = (value: number, level: number, around: Box | undefined) => {
    found.nodes++;
    found.levels = Math.max(found.levels, level);
    for (const child of childrenOf(nodes, value - nodeBase)) {
      if (around && !holds(around, child.box)) sticksOut.push(value);
      if (isLeaf(child.value)) found.leaves.push(child);
      else visit(child.value, level + 1, child.box);
    }
  };
  visit(nodeBase, 1, undefined);
  expect(sticksOut, 'nodes with a child outside their box').toEqual([]);
  return found;
}

function holds(outer: Box, inner: Box): boolean {
  return [0, 1, 2].every((k) => outer[k] <= inner[k] && outer[k + 3] >= inner[k + 3]);
}

/** Triangles of a leaf in the engine's coding, without a base: count less one and first triangle. */
function triangleLeaf(starts: Uint32Array, leaf: number): [first: number, end: number] {
  const block = leaf & NODE4_FIRST_MASK;
  return [starts[block], starts[block + ((leaf >>> NODE4_FIRST_BITS) & 7) + 1]];
}

/** Checks the narrow tree of a mesh: each triangle in one leaf, within its box. */
function checkMesh(mesh: Mesh, wide: WideBvh, once = true): Walk {
  const { triangles, triangleCount, starts } = listTriangles(wide.blocks, wide.blockCount);
  const tree = narrow(wide, { nodeBase: 1000, leafOf: same });
  expect(tree.nodeCount).toBe(countNarrow(wide));
  expect(tree.nodes.byteLength).toBe(tree.nodeCount * Node2.SIZE);
  const found = walk(tree.nodes, 1000);
  expect(found.nodes, `seed ${SEED}: nodes that are reached`).toBe(tree.nodeCount);
  expect(found.levels).toBe(tree.depth);
  const times = new Uint8Array(triangleCount);
  const outside: number[] = [];
  for (const { value, box } of found.leaves) {
    const [first, end] = triangleLeaf(starts, value);
    for (let k = first; k < end; k++) {
      times[k]++;
      if (!cornersOf(triangles, k).every((point) => holds(box, [...point, ...point]))) outside.push(k);
    }
  }
  expect(outside, `seed ${SEED}: triangles outside their boxes`).toEqual([]);
  expect(triangleCount).toBe(mesh.indices.length / 3);
  if (once)
    expect(
      times.every((n) => n === 1),
      `seed ${SEED}: each triangle in one leaf`,
    ).toBe(true);
  return found;
}

function cornersOf(triangles: ArrayBuffer, k: number): number[][] {
  return [Triangle.a, Triangle.b, Triangle.c].map((c) => [...new Float32Array(triangles, k * Triangle.SIZE + c, 3)]);
}

function randomMesh(count: number): Mesh {
  const next = random(SEED + count);
  const out = new Float32Array(count * 9);
  for (let t = 0; t < count; t++) {
    const center = [next() * 100, next() * 100, next() * 5];
    for (let k = 0; k < 9; k++) out[t * 9 + k] = center[k % 3] + next() - 0.5;
  }
  return meshOf(out);
}

/** A Node4 record of these children. */
function wideNode(children: readonly { value: number; box: Box }[]): { nodes: ArrayBuffer; nodeCount: number } {
  const words = new Uint32Array(32);
  const floats = new Float32Array(words.buffer);
  for (let lane = 0; lane < 4; lane++) {
    const { value, box } = children[lane] ?? { value: 0, box: [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity] }; // biome-ignore format: one record
    for (let axis = 0; axis < 3; axis++) {
      floats[axis * 8 + lane] = box[axis];
      floats[axis * 8 + 4 + lane] = box[axis + 3];
    }
    words[24 + lane] = value;
  }
  return { nodes: words.buffer, nodeCount: 1 };
}

const L = LEAF;
const at = (x: number, name: number) => ({ value: (L | name) >>> 0, box: [x, 0, 0, x + 1, 1, 1] });

describe('narrow', () => {
  it('pairs the four children of a node so that boxes are small', () => {
    const tree = narrow(wideNode([at(0, 10), at(50, 11), at(2, 12), at(53, 13)]), { nodeBase: 7, leafOf: same });
    expect([tree.nodeCount, tree.depth]).toEqual([3, 2]);
    expect([0, 1, 2].map((node) => childrenOf(tree.nodes, node))).toEqual([
      [
        { value: 8, box: [0, 0, 0, 3, 1, 1] },
        { value: 9, box: [50, 0, 0, 54, 1, 1] },
      ],
      [at(0, 10), at(2, 12)],
      [at(50, 11), at(53, 13)],
    ]);
  });

  it('leaves the child that stands apart of three alone', () => {
    const tree = narrow(wideNode([at(0, 10), at(90, 11), at(2, 12)]), { nodeBase: 0, leafOf: same });
    expect([tree.nodeCount, tree.depth]).toEqual([2, 2]);
    expect(childrenOf(tree.nodes, 0)).toEqual([{ value: 1, box: [0, 0, 0, 3, 1, 1] }, at(90, 11)]);
    expect(childrenOf(tree.nodes, 1)).toEqual([at(0, 10), at(2, 12)]);
  });

  it('makes one node of two children, and of one a node that has it twice', () => {
    const two = narrow(wideNode([at(0, 10), at(5, 11)]), { nodeBase: 3, leafOf: (leaf) => leaf + 100 });
    expect([two.nodeCount, two.depth]).toEqual([1, 1]);
    expect(childrenOf(two.nodes, 0)).toEqual([at(0, 110), at(5, 111)]);
    const one = narrow(wideNode([at(0, 10)]), { nodeBase: 3, leafOf: same });
    expect([one.nodeCount, one.depth]).toEqual([1, 1]);
    expect(childrenOf(one.nodes, 0)).toEqual([at(0, 10), at(0, 10)]);
  });

  it('refuses a tree whose children come before their parents: it would not end', () => {
    const node = wideNode([at(0, 10), at(5, 11)]);
    new Uint32Array(node.nodes)[24] = 1;
    expect(() => narrow(node, { nodeBase: 0, leafOf: same })).toThrow(/before its parent/);
  });

  it.each([5, 6, 9, 33, 40, 100, 1_000, 20_000])('has each of %i triangles in one leaf', (count) => {
    const mesh = randomMesh(count);
    checkMesh(mesh, buildMesh(mesh));
  });

  it.each([1, 2, 3, 4])('has all of %i triangles, which fill one leaf', (count) => {
    const mesh = randomMesh(count);
    const { leaves } = checkMesh(mesh, buildMesh(mesh), false);
    expect(new Set(leaves.map(({ value }) => value)).size).toBe(1);
  });

  it('is right for triangles in one place, which no box divides', () => {
    const mesh = meshOf(Array.from({ length: 500 }, () => [0, 0, 0, 1, 0, 0, 0, 1, 0]).flat());
    checkMesh(mesh, buildMesh(mesh));
  });

  it('is right for a mesh whose tree was built in parts', () => {
    const mesh = randomMesh(3_000);
    const parts = finish(splitInFour(mesh)).map((numbers) => buildPart({ ...mesh, numbers }));
    const { levels } = checkMesh(mesh, finish(joinMesh(parts)));
    expect(levels).toBeLessThan(30);
  });

  it('has every instance in one leaf', () => {
    const ball = buildMesh(meshOf(sphere(1, 6)));
    const [hull, { bounds }] = [hullBoxes(ball, 64), ball];
    const next = random(SEED);
    for (const count of [1, 2, 3, 4, 5, 777]) {
      const placed = Array.from({ length: count }, () => {
        const toFrame: Affine = translation([next() * 100, next() * 100, next() * 100]);
        return { hull, toFrame };
      });
      const top = buildTopLevel(finish(instanceBoxes(count, (instance) => placed[instance])));
      const tree = narrow(top, { nodeBase: 5, leafOf: same });
      const found = walk(tree.nodes, 5);
      expect([found.nodes, found.levels]).toEqual([tree.nodeCount, tree.depth]);
      const instances = found.leaves.map(({ value }) => value & ~LEAF).sort((a, b) => a - b);
      const expected = count === 1 ? [0, 0] : Array.from({ length: count }, (_, k) => k);
      expect(instances, `seed ${SEED}`).toEqual(expected);
      for (const { value, box } of found.leaves) {
        const shift = [3, 7, 11].map((k) => placed[value & ~LEAF].toFrame[k]);
        const middle = shift.map((x, k) => x + (bounds.min[k] + bounds.max[k]) / 2);
        expect(holds(box, [...middle, ...middle]), `seed ${SEED}, instance ${value & ~LEAF}`).toBe(true);
      }
    }
  });
});
