import type { Box3 } from '../../base/vec3.js';
import type { DensityGrid } from './density-grid.js';
import type { FacingGrid } from './facing-grid.js';

/** What one look at all points tells about how to draw them. */
export interface CloudOverview {
  pointCount: number;
  /** Box of all points. */
  bounds: Box3;
  grid: DensityGrid;
  /** Points of each class, return number, and instance id modulo 65536. */
  classCounts: Float64Array;
  returnCounts: Float64Array;
  instanceCounts: Float64Array;
  /** Darkest and brightest intensity worth telling apart: 1st and 99th percentile. */
  intensityRange: readonly [number, number];
  /** Likewise for energies, joules, to 1 %; 0 and 0 where no point has one. */
  energyRange: readonly [number, number];
  /** Likewise for z. */
  heightRange: readonly [number, number];
  /** Whether points have a colour other than black, which stands for none in formats that always have room for one. */
  hasColor: boolean;
  /** Where the cloud has normals: which of its surfaces have a back that was not scanned. */
  facing: FacingGrid | undefined;
}
