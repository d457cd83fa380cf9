import type { Affine } from '../base/affine.js';
import type { Vec3 } from '../base/vec3.js';
import type { Physics } from '../scanner/physics.js';

/** Distributions of the angle between a leaf's normal and the zenith. */
export const LEAF_ANGLES = [
  'spherical',
  'planophile',
  'erectophile',
  'plagiophile',
  'extremophile',
  'uniform',
] as const;

export type LeafAngles = (typeof LEAF_ANGLES)[number];

/** Derivations of a voxel's normal from the points in it. */
export const VOXEL_NORMALS = ['faces', 'mean', 'nearest', 'plane'] as const;

export type VoxelNormalsKind = (typeof VOXEL_NORMALS)[number];

/** Defaults of a choice. */
export const VOXEL_DEFAULTS = Object.freeze({
  minPoints: 1,
  normals: 'faces',
  mode: 'solid',
  exponent: 0.5,
  cubeScale: 1,
  shift: false,
  seed: 1,
} as const);

/**
 * Conversion of a cloud of points, or of a file of voxels, to surfaces or a medium. Absent: VOXEL_DEFAULTS, or as
 * stated.
 */
export interface VoxelChoice {
  /** For a cloud: edge of a voxel, in the unit of the file. */
  size?: number;
  /** For a cloud: voxels with fewer points are left out. */
  minPoints?: number;
  /** For a cloud: normals of its voxels. */
  normals?: VoxelNormalsKind;
  /** For a cloud of text: numbers, from 1, of the columns of its points' normals; absent: by their names. */
  normalColumns?: Vec3;
  /** Normal of points and voxels without one; absent: the points are left out. */
  defaultNormal?: Vec3;
  /** For cubes: a rotation of their places about the file's origin; they stay parallel to its axes. Absent: none. */
  turn?: Affine;
  /** For cubes: number of groups, assigned in turn; absent: 1. */
  groups?: number;
  /** For a file of voxels: representation of a voxel. */
  mode?: 'solid' | 'scaled' | 'medium';
  /** The edge of a scaled voxel is that of its cell times (plant area density / largest one) to this power. */
  exponent?: number;
  /** For cubes of a file of voxels: factor of their edges, about their middles. */
  cubeScale?: number;
  /** Whether scaled voxels lie at random places in their cells instead of the middle. */
  shift?: boolean;
  /** Seed of the places. */
  seed?: number;
  /** For a file of voxels: column of the plant area density, or of the attenuation; absent: the density's own. */
  column?: string;
  /** Angles of the leaves of a medium; absent: those of the file, else spherical. */
  leafAngles?: LeafAngles;
  /** Absolute path of a table of the projection of its leaves, in place of `leafAngles`. */
  projections?: string;
  /** Width of the leaves of a medium, m; absent: they are small against the beam. */
  leafSize?: number;
  /** Attenuation of light by the density of plants; absent: PHYSICS.si. */
  foliage?: Physics['foliage'];
}
