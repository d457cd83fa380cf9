import type { Affine } from '../base/affine.js';
import { transformBox } from '../base/affine.js';
import { ROUNDS_A_STEP, type Steps } from '../base/steps.js';
import type { Box3 } from '../base/vec3.js';
import type { WideNodes } from '../device/wide-bvh.js';
import { buildBinary } from './build-binary.js';
import type { MeshTriangles } from './mesh-triangles.js';
import { widenInstances } from './widen.js';

/** The f32 next to `x` towards −∞ (`up` false) or +∞: a box rounded outward still contains everything in it. */
function outward(x: number, up: boolean): number {
  const rounded = Math.fround(x);
  if (up ? rounded >= x : rounded <= x) return rounded;
  const step = Math.max(Math.abs(x) * 2 ** -23, 2 ** -149);
  return Math.fround(up ? x + step : x - step);
}

/**
 * The boxes of `count` instances: of each, the box of its mesh (`bounds`, mesh frame) under `toFrame`. A box is the flat
 * triangle min–max–min, which has the same bounds.
 */
export function* instanceBoxes(
  count: number,
  instanceAt: (instance: number) => { bounds: Box3; toFrame: Affine },
): Steps<MeshTriangles> {
  const positions = new Float32Array(count * 6);
  const indices = new Uint32Array(count * 3);
  for (let i = 0; i < count; i++) {
    if (i % ROUNDS_A_STEP === 0) yield;
    const { bounds, toFrame } = instanceAt(i);
    const box = transformBox(toFrame, bounds);
    for (let k = 0; k < 3; k++) {
      positions[i * 6 + k] = outward(box.min[k], false);
      positions[i * 6 + 3 + k] = outward(box.max[k], true);
    }
    indices.set([i * 2, i * 2 + 1, i * 2], i * 3);
  }
  return { positions, indices, triangleGroup: new Uint8Array(count) };
}

/** The tree over the boxes of instances, at least one. */
export const buildTopLevel = (boxes: MeshTriangles): WideNodes =>
  widenInstances(buildBinary(boxes.positions, boxes.indices, 1), boxes);
