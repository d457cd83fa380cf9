import type { Vec3 } from '../../src/base/vec3.js';
import { TriangleBlocks } from '../../src/bvh/triangle-blocks.js';
import type { DeviceScene } from '../../src/device/device-scene.js';
import { Node4 } from '../../src/device/records.generated.js';
import { NODE_WIDTH } from '../../src/device/wide-bvh.js';
import { smallScene } from './gpu-engine.js';
import { random } from './scenes.js';

/** Every so manieth triangle fills the other half of its square. */
const TURNED = 7;

/** A tree as deep as it has nodes: each has one triangle and the next node, the last one two triangles. */
export interface Comb {
  scene: DeviceScene;
  /** The triangle that a ray from the origin meets; undefined if it meets none. */
  meets(direction: Vec3): number | undefined;
}

/**
 * A comb of `levels` nodes, seen from the origin along +y. The nearer a triangle, the deeper and the smaller it is:
 * rays near the middle enter all nodes before the first triangle, and those through the empty halves of squares come
 * back to triangles that were left waiting.
 */
export async function combOf(levels: number): Promise<Comb> {
  const count = levels + 1;
  const distance = (k: number) => 10 + count - k;
  const slope = (k: number) => 0.5 * (1 - k / count);
  const isTurned = (k: number) => k % TURNED === 0;
  const corners = Array.from({ length: count }, (_, k) => {
    const [y, s] = [distance(k), distance(k) * slope(k) * (isTurned(k) ? -1 : 1)];
    return [-s, y, -s, s, y, -s, -s, y, s];
  }).flat();
  const blocks = new TriangleBlocks(
    Uint32Array.from({ length: count }, (_, k) => k),
    {
      positions: Float32Array.from(corners),
      indices: Uint32Array.from({ length: 3 * count }, (_, k) => k),
      triangleGroup: new Uint32Array(count),
    },
  );
  const leaves = Array.from({ length: count }, (_, k) => blocks.emit(k, 1));
  const scene = await smallScene();
  const nodes = combNodes(levels, leaves, (first, last) => {
    const s = distance(first) * slope(first);
    return [
      [-s, s],
      [distance(last), distance(first)],
      [-s, s],
    ];
  });
  const mesh = { ...scene.meshes[0], ...blocks.finish(), nodes, nodeCount: levels, depth: levels };
  return {
    scene: {
      ...scene,
      meshes: [mesh],
      nodeCount: levels + scene.top.nodes.byteLength / Node4.SIZE,
      blockCount: mesh.blockCount,
      topNode: levels,
      stackEntries: 3 * (levels + scene.top.depth) + 2,
    },
    meets: ([x, y, z]) => {
      const [a, b] = [x / y, z / y];
      const isHit = (k: number) =>
        Math.max(Math.abs(a), Math.abs(b)) < slope(k) && (isTurned(k) ? a + b > 0 : a + b < 0);
      return Array.from({ length: count }, (_, k) => k).findLast(isHit);
    },
  };
}

type Range = [low: number, high: number];

/** Nodes in a chain: the leaf `k` first, then the next node; `boxOf` is the box around leaves, by axis. */
function combNodes(
  levels: number,
  leaves: readonly number[],
  boxOf: (first: number, last: number) => Range[],
): ArrayBuffer {
  const nodes = new ArrayBuffer(levels * Node4.SIZE);
  const [words, floats] = [new Uint32Array(nodes), new Float32Array(nodes)];
  const last = leaves.length - 1;
  for (let node = 0; node < levels; node++) {
    const at = (node * Node4.SIZE) / 4;
    for (let lane = 0; lane < NODE_WIDTH; lane++) {
      const box = lane === 0 ? boxOf(node, node) : boxOf(node + 1, last);
      for (let axis = 0; axis < 3; axis++) {
        const [low, high] = lane < 2 ? box[axis] : [Infinity, -Infinity];
        floats[at + 2 * axis * NODE_WIDTH + lane] = low;
        floats[at + (2 * axis + 1) * NODE_WIDTH + lane] = high;
      }
    }
    words[at + Node4.child / 4] = leaves[node];
    words[at + Node4.child / 4 + 1] = node + 1 < levels ? node + 1 : leaves[last];
  }
  return nodes;
}

/** Directions into a comb, as x, y, z one after the other, away from the edges of its triangles. */
export function raysInto({ meets }: Comb, count: number, seed: number): Float32Array {
  const next = random(seed);
  const directions = new Float32Array(3 * count);
  for (let k = 0; k < count; ) {
    const [x, z] = [next() - 0.5, next() - 0.5].map((s) => 1.1 * s * next());
    const around = [-1e-4, 1e-4].flatMap((a) => [-1e-4, 1e-4].map((b) => meets([x + a, 1, z + b])));
    if (around.some((met) => met !== around[0])) continue;
    const length = Math.hypot(x, 1, z);
    directions.set([x / length, 1 / length, z / length], 3 * k++);
  }
  return directions;
}
