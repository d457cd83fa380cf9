import type { Affine } from '../../base/affine.js';

/** Joints that a set names for each vertex. */
export const JOINTS_A_SET = 4;

/** The joints of the vertices of a mesh, four a vertex, and their weights. */
export interface JointSet {
  joints: Float32Array;
  weights: Float32Array;
}

/**
 * Moves the positions (3 per vertex), in place, by the mean of the `matrices` of their joints by their weights, which
 * need not add up to 1. A vertex without weights follows its first joint. `onMissing` throws for a joint without a
 * matrix. glTF 2.0 §3.7.3.
 */
export function blendByJoints(
  positions: Float32Array,
  sets: readonly JointSet[],
  matrices: readonly Affine[],
  onMissing: (vertex: number, joint: number) => never,
): void {
  const vertexCount = positions.length / 3;
  const mean = new Float64Array(12);
  for (let v = 0; v < vertexCount; v++) {
    mean.fill(0);
    let total = 0;
    for (const { joints, weights } of sets)
      for (let k = JOINTS_A_SET * v; k < JOINTS_A_SET * (v + 1); k++) {
        const weight = weights[k];
        if (!(weight > 0)) continue;
        const matrix = matrices[joints[k]];
        if (!matrix) onMissing(v, joints[k]);
        total += weight;
        for (let i = 0; i < 12; i++) mean[i] += weight * matrix[i];
      }
    const only = matrices[sets[0].joints[JOINTS_A_SET * v]] ?? matrices[0];
    place(positions, 3 * v, total > 0 ? mean : only, total || 1);
  }
}

function place(positions: Float32Array, at: number, m: ArrayLike<number>, total: number): void {
  const x = positions[at];
  const y = positions[at + 1];
  const z = positions[at + 2];
  for (let row = 0; row < 3; row++) {
    const k = 4 * row;
    positions[at + row] = (m[k] * x + m[k + 1] * y + m[k + 2] * z + m[k + 3]) / total;
  }
}
