import type { Vec3 } from '../../base/vec3.js';

/** A plane z = height + east · x + north · y. */
export interface Plane {
  height: number;
  east: number;
  north: number;
}

/** Sums over points, relative to the first one, so that national coordinates keep their millimetres. */
export class PlaneFit {
  private origin: Vec3 | undefined;
  private count = 0;
  /** Of x, y, z, and of xx, xy, xz, yy, yz, zz. */
  private readonly sums = new Float64Array(9);

  add(point: Vec3): void {
    this.origin ??= point;
    const [x, y, z] = [point[0] - this.origin[0], point[1] - this.origin[1], point[2] - this.origin[2]];
    const terms = [x, y, z, x * x, x * y, x * z, y * y, y * z, z * z];
    for (let k = 0; k < terms.length; k++) this.sums[k] += terms[k];
    this.count++;
  }

  /**
   * The plane with the least sum of squared distances (Pearson 1901): through the mean, normal to the axis of the smallest
   * spread. Undefined without points, and for a plane that stands upright.
   */
  plane(): Plane | undefined {
    if (this.origin === undefined) return undefined;
    const [x, y, z, ...squares] = this.sums.map((sum) => sum / this.count);
    const [xx, xy, xz, yy, yz, zz] = squares;
    const [a, b, c] = smallestAxis([
      [xx - x * x, xy - x * y, xz - x * z],
      [xy - x * y, yy - y * y, yz - y * z],
      [xz - x * z, yz - y * z, zz - z * z],
    ]);
    const [east, north] = [-a / c, -b / c];
    if (!(Math.abs(c) > UPRIGHT)) return undefined;
    const height = this.origin[2] + z - east * (this.origin[0] + x) - north * (this.origin[1] + y);
    return { height, east, north };
  }
}

/** A normal with a smaller share of height belongs to a plane that nothing can stand on. */
const UPRIGHT = 1e-6;

/** Height of the plane at (x, y). */
export const planeHeight = ({ height, east, north }: Plane, x: number, y: number): number =>
  height + east * x + north * y;

/** Turns until what is left beside the diagonal is below rounding; a 3 × 3 matrix takes about six. */
const SWEEPS_MAX = 50;

/** The eigenvector of the smallest eigenvalue of a symmetric matrix (Jacobi 1846; Golub and Van Loan, section 8.5). */
function smallestAxis(matrix: readonly (readonly number[])[]): Vec3 {
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
