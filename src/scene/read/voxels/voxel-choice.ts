/** How a cloud of points, or a file of voxels, becomes surfaces. */
export interface VoxelChoice {
  /** Of a cloud: edge of a voxel, in the unit of the file. */
  size?: number;
  /** Of a cloud: voxels with fewer points are left out; absent: 1. */
  minPoints?: number;
  /** Of a file of voxels; absent: `solid`. */
  mode?: 'solid' | 'scaled';
  /** The edge of a scaled voxel is that of its cell times (plant area density / largest one) to this power; absent: 0.5. */
  exponent?: number;
  /** Whether scaled voxels lie anywhere in their cells, and not in their middle. */
  shift?: boolean;
  /** Other seeds, other places; absent: 1. */
  seed?: number;
}
