import { type Box3, emptyBox, growBox, isEmptyBox } from '../../base/vec3.js';
import { COORDINATE_MAX, isSomewhere } from '../../cloud/is-somewhere.js';
import { readColumns } from '../clouds/read-points.js';
import type { BlockCoders } from '../records/blocks.js';
import type { ReadableCloud } from '../records/readable-cloud.js';
import type { Places } from './carrier.js';

/** Points lie outside of the box that their clouds state. */
export class OutsideStatedBounds extends Error {
  override readonly name = 'OutsideStatedBounds';
}

/** Headers of other programs are rounded: a stated box may be this much too small, metres. */
const ROUNDING = 0.1;

/**
 * The box of all points as stated by the clouds, widened by the rounding of headers; undefined if a cloud states none,
 * or nonsense.
 */
export function statedBounds(clouds: readonly ReadableCloud[]): Box3 | undefined {
  const box = emptyBox();
  for (const { bounds, pointCount } of clouds) {
    if (pointCount === 0) continue;
    const ends = bounds && [...bounds.min, ...bounds.max];
    if (!bounds || isEmptyBox(bounds) || !ends?.every((end) => Math.abs(end) <= COORDINATE_MAX)) return undefined;
    growBox(box, bounds.min[0] - ROUNDING, bounds.min[1] - ROUNDING, bounds.min[2] - ROUNDING);
    growBox(box, bounds.max[0] + ROUNDING, bounds.max[1] + ROUNDING, bounds.max[2] + ROUNDING);
  }
  return box;
}

/** The box of all points that have a place; empty without any. `onRead` is called after each batch. */
export async function countedBounds(
  clouds: readonly ReadableCloud[],
  onRead: (points: number) => Promise<void>,
  coders?: BlockCoders,
): Promise<Box3> {
  const box = emptyBox();
  for (const cloud of clouds)
    for await (const { count, x, y, z } of readColumns(cloud, ['x', 'y', 'z'], coders)) {
      for (let i = 0; i < count; i++) if (isSomewhere(x[i], y[i], z[i])) growBox(box, x[i], y[i], z[i]);
      await onRead(count);
    }
  return box;
}

/** Throws OutsideStatedBounds if a point at `indices` lies outside of `box`. */
export function checkInside({ min, max }: Box3, { x, y, z }: Places, indices: Uint32Array): void {
  for (const i of indices)
    if (!(x[i] >= min[0] && x[i] <= max[0] && y[i] >= min[1] && y[i] <= max[1] && z[i] >= min[2] && z[i] <= max[2]))
      throw new OutsideStatedBounds();
}
