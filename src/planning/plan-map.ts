import type { Rectangle } from '../scene/place/height-grid.js';
import type { Vec2 } from './flight/flight-lines.js';
import type { HeightRaster } from './height-raster.js';

/** Content of a picture of a plan, seen from above. */
export interface PlanMap {
  /** Heights of the scene's upper side. */
  relief: HeightRaster;
  /** Number of times that each cell of `relief` is covered. */
  coverage: Uint16Array;
  /** Words for the views that cover a cell: "strip", "station". */
  seenBy: { one: string; many: string };
  area: Rectangle;
  /** Paths in the order of their numbers, and whether their direction is drawn. */
  tracks: readonly (readonly Vec2[])[];
  stations: readonly Vec2[];
}

/** Shares of the area covered never, once and more often; cells without a height do not count. */
export interface CoverageShares {
  none: number;
  once: number;
  more: number;
}

export function coverageShares({ relief, coverage }: Pick<PlanMap, 'relief' | 'coverage'>): CoverageShares {
  const counts = [0, 0, 0];
  for (const [cell, height] of relief.heights.entries())
    if (!Number.isNaN(height)) counts[Math.min(2, coverage[cell])]++;
  const total = Math.max(1, counts[0] + counts[1] + counts[2]);
  return { none: counts[0] / total, once: counts[1] / total, more: counts[2] / total };
}
