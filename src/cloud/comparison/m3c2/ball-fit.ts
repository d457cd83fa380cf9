import { principalAxes } from '../../../base/principal-axes.js';
import type { Vec3 } from '../../../base/vec3.js';
import { LeafWalk } from './leaf-walk.js';

/** The plane of some points: its normal, either way, and the points' standard deviation from it, metres. */
export interface FittedPlane {
  normal: Vec3;
  roughness: number;
}

/** Fewest points of a plane. */
const PLANE_POINTS = 3;
/** Spread across a line, as a fraction of that along it, below which points have no plane. */
const LINE_SPREAD = 1e-3;

/** Points of a tree in a ball, its surface included, and their plane. */
export class BallFit extends LeafWalk {
  /** Number of points. */
  count = 0;
  private x = 0;
  private y = 0;
  private z = 0;
  private square = 0;
  /** Sums of x, y, z, and of xx, xy, xz, yy, yz, zz, from the middle of the ball. */
  private readonly sums = new Float64Array(9);

  /** Takes the points within `radius` (metres) of a place. */
  around(x: number, y: number, z: number, radius: number): void {
    this.x = x;
    this.y = y;
    this.z = z;
    this.square = radius * radius;
    this.count = 0;
    this.sums.fill(0);
    this.walk();
  }

  /**
   * The plane with the least sum of squared distances (Pearson 1901) of the points that were taken; undefined for fewer
   * than three, and where they lie on a line.
   */
  plane(): FittedPlane | undefined {
    const { count, sums } = this;
    if (count < PLANE_POINTS) return undefined;
    const [x, y, z, xx, xy, xz, yy, yz, zz] = Array.from(sums, (sum) => sum / count);
    const [across, along, longest] = principalAxes([
      [xx - x * x, xy - x * y, xz - x * z],
      [xy - x * y, yy - y * y, yz - y * z],
      [xz - x * z, yz - y * z, zz - z * z],
    ]);
    if (!(along.value > LINE_SPREAD ** 2 * longest.value)) return undefined;
    return { normal: across.axis, roughness: Math.sqrt(Math.max(0, across.value)) };
  }

  protected meets(at: number): boolean {
    const { boxes } = this.tree;
    let square = 0;
    let gap = Math.max(boxes[at] - this.x, this.x - boxes[at + 3], 0);
    square += gap * gap;
    gap = Math.max(boxes[at + 1] - this.y, this.y - boxes[at + 4], 0);
    square += gap * gap;
    gap = Math.max(boxes[at + 2] - this.z, this.z - boxes[at + 5], 0);
    square += gap * gap;
    return square <= this.square;
  }

  protected look(first: number, end: number): void {
    const { x, y, z, square, sums } = this;
    const { places } = this.tree;
    for (let i = 3 * first; i < 3 * end; i += 3) {
      const dx = places[i] - x;
      const dy = places[i + 1] - y;
      const dz = places[i + 2] - z;
      if (dx * dx + dy * dy + dz * dz > square) continue;
      this.count++;
      sums[0] += dx;
      sums[1] += dy;
      sums[2] += dz;
      sums[3] += dx * dx;
      sums[4] += dx * dy;
      sums[5] += dx * dz;
      sums[6] += dy * dy;
      sums[7] += dy * dz;
      sums[8] += dz * dz;
    }
  }
}
