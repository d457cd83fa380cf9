import type { Vec3 } from './vec3.js';

/** An eigenvector of length 1 of a symmetric matrix, with its eigenvalue. */
export interface PrincipalAxis {
  value: number;
  axis: Vec3;
}

/** Most sweeps; a 3 × 3 matrix takes about six until the elements beside the diagonal are below rounding. */
const SWEEPS_MAX = 50;
const PAIRS = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const;

/**
 * Eigenvectors of a symmetric 3 × 3 matrix, that of the smallest eigenvalue first (Jacobi 1846; Golub and Van Loan,
 * section 8.5). Their signs are arbitrary.
 */
export function principalAxes(matrix: readonly (readonly number[])[]): [PrincipalAxis, PrincipalAxis, PrincipalAxis] {
  const m = matrix.map((row) => [...row]);
  const axes = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  for (let sweep = 0; sweep < SWEEPS_MAX; sweep++) {
    let isDiagonal = true;
    for (const [p, q] of PAIRS) {
      if (Math.abs(m[p][q]) <= Number.EPSILON * Math.sqrt(Math.abs(m[p][p] * m[q][q]))) continue;
      isDiagonal = false;
      const half = (m[q][q] - m[p][p]) / (2 * m[p][q]);
      const tangent = (half < 0 ? -1 : 1) / (Math.abs(half) + Math.hypot(half, 1));
      const cosine = 1 / Math.hypot(tangent, 1);
      const sine = tangent * cosine;
      for (let k = 0; k < 3; k++) turn(m[k], p, q, cosine, sine);
      for (let k = 0; k < 3; k++) turn(axes[k], p, q, cosine, sine);
      for (let k = 0; k < 3; k++) {
        const [a, b] = [m[p][k], m[q][k]];
        m[p][k] = cosine * a - sine * b;
        m[q][k] = sine * a + cosine * b;
      }
    }
    if (isDiagonal) break;
  }
  const found = [0, 1, 2].map((k): PrincipalAxis => ({ value: m[k][k], axis: [axes[0][k], axes[1][k], axes[2][k]] }));
  // A stable sort: of equal eigenvalues, the first one stays first.
  return found.sort((one, other) => one.value - other.value) as [PrincipalAxis, PrincipalAxis, PrincipalAxis];
}

/** Turns the numbers `p` and `q` of a row. */
function turn(row: number[], p: number, q: number, cosine: number, sine: number): void {
  const [a, b] = [row[p], row[q]];
  row[p] = cosine * a - sine * b;
  row[q] = sine * a + cosine * b;
}
