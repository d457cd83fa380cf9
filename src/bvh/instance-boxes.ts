import type { Affine } from '../base/affine.js';
import { ROUNDS_A_STEP, type Steps } from '../base/steps.js';
import { NODE_WIDTH } from '../device/wide-bvh.js';
import { HULL_BOX } from './hull-boxes.js';
import type { MeshTriangles } from './mesh-triangles.js';

/** The f32 next to `x` towards −∞ (`up` false) or +∞: a box rounded outward still contains everything in it. */
function outward(x: number, up: boolean): number {
  const rounded = Math.fround(x);
  if (up ? rounded >= x : rounded <= x) return rounded;
  const step = Math.max(Math.abs(x) * 2 ** -23, 2 ** -149);
  return Math.fround(up ? x + step : x - step);
}

/** Boxes of hulls that are looked at for the boxes of all instances: a fraction of a second of work. */
const HULL_BOXES_MAX = 2 ** 22;
/**
 * Boxes of a hull at most. A ball's box, turned by 45°, is then 1.21 times as wide as the ball;
 * from its own box, 1.41 times.
 */
const HULL_MAX = 128;

/** Boxes of the hull of each mesh, if so many instances are to have boxes. */
export const hullSize = (instances: number): number =>
  Math.max(NODE_WIDTH, Math.min(HULL_MAX, Math.floor(HULL_BOXES_MAX / instances)));

/**
 * The boxes of `count` instances: of each, the box around all boxes of its mesh's hull (`hullBoxes`, mesh frame) under
 * `toFrame`. The box around the mesh's own box would be up to 1.7 times as wide where the mesh is turned. A box is the
 * flat triangle min–max–min, which has the same bounds.
 */
export function* instanceBoxes(
  count: number,
  instanceAt: (instance: number) => { hull: Float64Array; toFrame: Affine },
): Steps<MeshTriangles> {
  const positions = new Float32Array(count * 6);
  const indices = new Uint32Array(count * 3);
  for (let i = 0; i < count; i++) {
    if (i % ROUNDS_A_STEP === 0) yield;
    const { hull, toFrame } = instanceAt(i);
    for (let k = 0; k < 3; k++) {
      const [low, high] = extentUnder(toFrame, k, hull);
      positions[i * 6 + k] = outward(low, false);
      positions[i * 6 + 3 + k] = outward(high, true);
    }
    indices.set([i * 2, i * 2 + 1, i * 2], i * 3);
  }
  return { positions, indices, triangleGroup: new Uint8Array(count) };
}

/**
 * Extent along an axis of all boxes of a hull under a map; of each, the middle ± the sum of its
 * halves' sizes there (Arvo 1990).
 */
function extentUnder(map: Affine, axis: number, hull: Float64Array): [low: number, high: number] {
  const [x, y, z, shift] = map.slice(4 * axis, 4 * axis + 4);
  const [sizeX, sizeY, sizeZ] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  let [low, high] = [Infinity, -Infinity];
  for (let at = 0; at < hull.length; at += HULL_BOX) {
    const middle = x * hull[at] + y * hull[at + 1] + z * hull[at + 2] + shift;
    const half = sizeX * hull[at + 3] + sizeY * hull[at + 4] + sizeZ * hull[at + 5];
    low = Math.min(low, middle - half);
    high = Math.max(high, middle + half);
  }
  return [low, high];
}
