import type { Affine } from '../base/affine.js';
import { transformBox } from '../base/affine.js';
import type { Box3 } from '../base/vec3.js';
import type { WideNodes } from '../device/wide-bvh.js';
import { buildBinary } from './build-binary.js';
import { widenInstances } from './widen.js';

/** The f32 next to `x` towards −∞ (`up` false) or +∞: a box rounded outward still contains everything in it. */
function outward(x: number, up: boolean): number {
  const rounded = Math.fround(x);
  if (up ? rounded >= x : rounded <= x) return rounded;
  const step = Math.max(Math.abs(x) * 2 ** -23, 2 ** -149);
  return Math.fround(up ? x + step : x - step);
}

/**
 * The tree over instances: for each, the box of its mesh (`bounds`, mesh frame) under `toFrame`. A box is passed to the
 * builder as the flat triangle min–max–min, which has the same bounds. At least one instance.
 */
export function buildTopLevel(instances: readonly { bounds: Box3; toFrame: Affine }[]): WideNodes {
  const positions = new Float32Array(instances.length * 6);
  const indices = new Uint32Array(instances.length * 3);
  instances.forEach(({ bounds, toFrame }, i) => {
    const box = transformBox(toFrame, bounds);
    for (let k = 0; k < 3; k++) {
      positions[i * 6 + k] = outward(box.min[k], false);
      positions[i * 6 + 3 + k] = outward(box.max[k], true);
    }
    indices.set([i * 2, i * 2 + 1, i * 2], i * 3);
  });
  const binary = buildBinary(positions, indices, 1);
  return widenInstances(binary, { positions, indices, triangleGroup: new Uint8Array(instances.length) });
}
