import type { Box3 } from '../../base/vec3.js';
import type { DensityGrid } from './density-grid.js';
import type { FacingGrid } from './facing-grid.js';

/** Result of the first pass over all points, the basis of their picture. */
export interface CloudOverview {
  pointCount: number;
  /** Box of all points. */
  bounds: Box3;
  grid: DensityGrid;
  /** Number of points per class, semantic class, return number, and instance id modulo 65536. */
  classCounts: Float64Array;
  semanticCounts: Float64Array;
  returnCounts: Float64Array;
  instanceCounts: Float64Array;
  /** Darkest and brightest distinguishable intensity: 1st and 99th percentile. */
  intensityRange: readonly [number, number];
  /** The same for energies, joules, to 1 %; 0 and 0 if no point has one. */
  energyRange: readonly [number, number];
  /** The same for z. */
  heightRange: readonly [number, number];
  /** Radial velocities, m/s: as far below 0 as above, with 99 % of all speeds; 0 and 0 if no point has one. */
  radialVelocityRange: readonly [number, number];
  /** M3C2 distances, metres, likewise. */
  m3c2DistanceRange: readonly [number, number];
  /** Whether points have a colour other than black, which means none in formats that always store one. */
  hasColor: boolean;
  /** Surfaces with a back that was not scanned, if the cloud has normals. */
  facing: FacingGrid | undefined;
}
