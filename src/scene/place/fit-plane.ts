import { principalAxes } from '../../base/principal-axes.js';
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
  /** Sums of x, y, z, and of xx, xy, xz, yy, yz, zz. */
  private readonly sums = new Float64Array(9);

  add(point: Vec3): void {
    this.origin ??= point;
    const [x, y, z] = [point[0] - this.origin[0], point[1] - this.origin[1], point[2] - this.origin[2]];
    const terms = [x, y, z, x * x, x * y, x * z, y * y, y * z, z * z];
    for (let k = 0; k < terms.length; k++) this.sums[k] += terms[k];
    this.count++;
  }

  /**
   * The plane with the least sum of squared distances (Pearson 1901): through the mean, normal to the axis of the
   * smallest spread. Undefined without points, and for a vertical plane.
   */
  plane(): Plane | undefined {
    if (this.origin === undefined) return undefined;
    const [x, y, z, ...squares] = this.sums.map((sum) => sum / this.count);
    const [xx, xy, xz, yy, yz, zz] = squares;
    const [{ axis }] = principalAxes([
      [xx - x * x, xy - x * y, xz - x * z],
      [xy - x * y, yy - y * y, yz - y * z],
      [xz - x * z, yz - y * z, zz - z * z],
    ]);
    const [a, b, c] = axis;
    const [east, north] = [-a / c, -b / c];
    if (!(Math.abs(c) > UPRIGHT)) return undefined;
    const height = this.origin[2] + z - east * (this.origin[0] + x) - north * (this.origin[1] + y);
    return { height, east, north };
  }
}

/** A normal with a smaller vertical component belongs to a plane on which nothing can stand. */
const UPRIGHT = 1e-6;

/** Height of the plane at (x, y). */
export const planeHeight = ({ height, east, north }: Plane, x: number, y: number): number =>
  height + east * x + north * y;
