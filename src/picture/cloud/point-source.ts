import type { Box3 } from '../../base/vec3.js';
import { emptyBox, growBox } from '../../base/vec3.js';
import type { PointBatch } from '../../cloud/point-batch.js';

/** A cloud that can be read from the start more than once, a batch at a time. */
export interface PointSource {
  /** Opens the cloud anew; a batch is only used until the next one is asked for. */
  batches(): AsyncIterable<PointBatch>;
  /** World box of all points, where a header knows it; found by a pass of its own otherwise. */
  bounds?: Box3;
}

/** Metres from the origin beyond which a coordinate is a fault: it would leave no room for the rest. */
const COORDINATE_MAX = 1e12;

/** Whether a point is somewhere: its coordinates are finite and of a size that occurs. */
export function isSomewhere(x: number, y: number, z: number): boolean {
  return Math.abs(x) <= COORDINATE_MAX && Math.abs(y) <= COORDINATE_MAX && Math.abs(z) <= COORDINATE_MAX;
}

/** The box around all points of `source` that are somewhere; empty where there are none. */
export async function boundsOf(source: PointSource): Promise<Box3> {
  const box = emptyBox();
  for await (const batch of source.batches())
    for (let i = 0; i < batch.count; i++) {
      const [x, y, z] = [batch.x[i], batch.y[i], batch.z[i]];
      if (isSomewhere(x, y, z)) growBox(box, x, y, z);
    }
  return box;
}
