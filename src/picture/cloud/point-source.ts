import type { Box3 } from '../../base/vec3.js';
import { emptyBox, growBox, isEmptyBox } from '../../base/vec3.js';
import { isSomewhere } from '../../cloud/is-somewhere.js';
import type { PointBatch, PointColumns } from '../../cloud/point-batch.js';
import type { TallyColumns } from './point-tally.js';

/** A batch with the attributes that pictures need, or with all. */
export type PictureBatch = TallyColumns & Partial<PointBatch>;

/** A cloud that can be read from the start more than once, a batch at a time. */
export interface PointSource {
  /** Opens the cloud again; a batch is valid only until the next one is requested. */
  batches(): AsyncIterable<PictureBatch>;
  /** World box of all points, if a header has it; otherwise a separate pass finds it. */
  bounds?: Box3;
}

/** Extends `box` by the points that have a place. */
export function growByPoints(box: Box3, { count, x, y, z }: PointColumns<'x' | 'y' | 'z'>): void {
  for (let i = 0; i < count; i++) if (isSomewhere(x[i], y[i], z[i])) growBox(box, x[i], y[i], z[i]);
}

/** The box around all points of `source` that have a place; empty without any. */
export async function boundsOf(source: PointSource): Promise<Box3> {
  const box = emptyBox();
  for await (const batch of source.batches()) growByPoints(box, batch);
  return box;
}

/** The box of a cloud that may have no points. */
export const boundsOrOrigin = (found: Box3): Box3 => (isEmptyBox(found) ? { min: [0, 0, 0], max: [0, 0, 0] } : found);

/** The box in a cloud's header, if it is suitable for counting points. */
export function usableBounds(bounds: Box3 | undefined): Box3 | undefined {
  const isUsable = bounds && !isEmptyBox(bounds) && isSomewhere(...bounds.min) && isSomewhere(...bounds.max);
  return isUsable ? bounds : undefined;
}
