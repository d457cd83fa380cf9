import { optionalArray, type PointBatch } from '../../cloud/point-batch.js';
import type { HeightGrid } from '../../scene/place/height-grid.js';

/** Ground this far above a point is still below it, metres: noise moves points down, and slopes beside them up. */
const ABOVE_MAX = 0.5;

/**
 * Fills in the heights of points above the ground: the vertical distance to the highest ground that is below the point,
 * or no more than ABOVE_MAX above it, otherwise to the lowest above it; NaN over no ground. Precondition: points lie
 * where the instrument was, in the world of the scene.
 */
export function fillHeights(points: PointBatch, ground: HeightGrid): void {
  const heights = optionalArray(points, 'heightAboveGround');
  const { count, x, y, z } = points;
  for (let i = 0; i < count; i++) {
    const below = ground.heightAt(x[i], y[i], z[i] + ABOVE_MAX) ?? ground.lowestAt(x[i], y[i]);
    heights[i] = below === undefined ? Number.NaN : z[i] - below;
  }
}
