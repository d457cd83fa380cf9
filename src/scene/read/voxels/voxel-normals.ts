import { directionWord, NO_DIRECTION } from '../../../base/octahedron.js';
import { principalAxes } from '../../../base/principal-axes.js';
import type { Vec3 } from '../../../base/vec3.js';
import type { VoxelNormalsKind } from '../../voxel-choice.js';

/** Normals of voxels, from points in any order. Places are relative to the middle of their voxel. */
export interface VoxelNormals {
  add(voxel: number, place: Vec3, normal: Vec3): void;
  /** The normal of a voxel as a word of a mesh's normals; NO_DIRECTION: those of its faces. */
  word(voxel: number): number;
}

/** Sums the points of `voxels` voxels. `fallback`: normal of voxels whose points give none. */
export function sumNormals(kind: Exclude<VoxelNormalsKind, 'faces'>, voxels: number, fallback?: Vec3): VoxelNormals {
  const normals = { mean: meanNormals, nearest: nearestNormals, plane: planeNormals }[kind](voxels);
  const instead = fallback === undefined ? NO_DIRECTION : directionWord(fallback);
  return {
    add: normals.add,
    word: (voxel) => {
      const word = normals.word(voxel);
      return word === NO_DIRECTION ? instead : word;
    },
  };
}

/** The mean of the normals of its points, each of length 1. */
function meanNormals(voxels: number): VoxelNormals {
  const sums = new Float64Array(3 * voxels);
  return {
    add: (voxel, _, normal) => {
      const length = Math.hypot(...normal);
      for (let axis = 0; axis < 3; axis++) sums[3 * voxel + axis] += normal[axis] / length;
    },
    word: (voxel) => directionWord([sums[3 * voxel], sums[3 * voxel + 1], sums[3 * voxel + 2]]),
  };
}

/** The normal of the point that is nearest to its middle; of equally near ones the first. */
function nearestNormals(voxels: number): VoxelNormals {
  const words = new Uint32Array(voxels).fill(NO_DIRECTION);
  const squares = new Float64Array(voxels).fill(Infinity);
  return {
    add: (voxel, [x, y, z], normal) => {
      const square = x * x + y * y + z * z;
      if (square >= squares[voxel]) return;
      squares[voxel] = square;
      words[voxel] = directionWord(normal);
    },
    word: (voxel) => words[voxel],
  };
}

/** Points that make a plane. */
export const PLANE_POINTS = 3;
/** The number of points, then sums of x, y, z, and of xx, xy, xz, yy, yz, zz. */
const SUMS = 10;

/** The axis of the least spread of its points: the plane with the least sum of squared distances (Pearson 1901). */
function planeNormals(voxels: number): VoxelNormals {
  const sums = new Float64Array(SUMS * voxels);
  return {
    add: (voxel, [x, y, z]) => {
      const at = SUMS * voxel;
      const terms = [1, x, y, z, x * x, x * y, x * z, y * y, y * z, z * z];
      for (let k = 0; k < SUMS; k++) sums[at + k] += terms[k];
    },
    word: (voxel) => {
      const [count, ...totals] = sums.subarray(SUMS * voxel, SUMS * (voxel + 1));
      if (count < PLANE_POINTS) return NO_DIRECTION;
      const [x, y, z, xx, xy, xz, yy, yz, zz] = totals.map((total) => total / count);
      const [{ axis }] = principalAxes([
        [xx - x * x, xy - x * y, xz - x * z],
        [xy - x * y, yy - y * y, yz - y * z],
        [xz - x * z, yz - y * z, zz - z * z],
      ]);
      return directionWord(axis);
    },
  };
}
