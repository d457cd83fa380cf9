import type { Vec3 } from './vec3.js';

/** Most sweeps; a 3 × 3 matrix takes about six until the elements beside the diagonal are below rounding. */
const SWEEPS_MAX = 50;

/** The eigenvector of the smallest eigenvalue of a symmetric matrix (Jacobi 1846; Golub and Van Loan, section 8.5). */
export function smallestAxis(matrix: readonly (readonly number[])[]): Vec3 {
  const m = matrix.map((row) => [...row]);
  const axes = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  for (let sweep = 0; sweep < SWEEPS_MAX; sweep++)
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ]) {
      if (Math.abs(m[p][q]) <= Number.EPSILON * Math.sqrt(Math.abs(m[p][p] * m[q][q]))) continue;
      const half = (m[q][q] - m[p][p]) / (2 * m[p][q]);
      const tangent = (half < 0 ? -1 : 1) / (Math.abs(half) + Math.hypot(half, 1));
      const cosine = 1 / Math.hypot(tangent, 1);
      const sine = tangent * cosine;
      for (const row of [...m, ...axes]) [row[p], row[q]] = turned(row[p], row[q], cosine, sine);
      for (let k = 0; k < 3; k++) [m[p][k], m[q][k]] = turned(m[p][k], m[q][k], cosine, sine);
    }
  const smallest = [0, 1, 2].reduce((least, k) => (m[k][k] < m[least][least] ? k : least), 0);
  return [axes[0][smallest], axes[1][smallest], axes[2][smallest]];
}

const turned = (a: number, b: number, cosine: number, sine: number) => [cosine * a - sine * b, sine * a + cosine * b];
