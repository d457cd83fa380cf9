import type { Box3, Vec3 } from '../base/vec3.js';

/** Foliage in voxels as a turbid medium: light meets leaves at random, more often where they are denser. */
export interface VoxelMedium {
  /** Corner of the first voxel, in the frame of its mesh. */
  min: Vec3;
  /** Edges of a voxel along x, y, z, m. */
  size: Vec3;
  /** Voxels along x, y, z. */
  counts: Vec3;
  /** Plant area density of each voxel, m²/m³, x fastest, z slowest; 0: light passes. */
  densities: Float32Array;
  /** Extinction, 1/m, of the density 1 m²/m³ and the projection 1. */
  extinction: number;
  /**
   * Mean projection of leaves of unit area along a direction, at equal steps of its angle to the z axis from 0 to π;
   * absent: 1 in every direction.
   */
  projections?: Float64Array;
  /** Whether leaves are parallel to the nearest face of their voxel, which is a cube; absent: randomly oriented. */
  faces?: true;
  /**
   * Width of leaves that a beam may see one by one, m: subrays that are no farther apart meet the same one. Absent:
   * they are small against the beam.
   */
  leafSize?: number;
}

/** Bounds of all voxels of a medium. */
export const boxOfMedium = ({ min, size, counts }: VoxelMedium): Box3 => ({
  min: [...min],
  max: [min[0] + size[0] * counts[0], min[1] + size[1] * counts[1], min[2] + size[2] * counts[2]],
});

/** The projection along a direction with this cosine of its angle to the z axis; linear between the samples. */
export function projectionAt(projections: Float64Array, cosine: number): number {
  const steps = projections.length - 1;
  const place = (Math.acos(Math.min(1, Math.max(-1, cosine))) / Math.PI) * steps;
  const below = Math.min(Math.floor(place), steps - 1);
  return projections[below] + (place - below) * (projections[below + 1] - projections[below]);
}
