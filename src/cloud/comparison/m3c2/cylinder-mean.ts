import type { PointTree } from '../point-tree.js';
import { LeafWalk } from './leaf-walk.js';

/** Slack for the rounding of a box's middle. */
const SLACK = 1 + 1e-9;

/** Points of a tree in a cylinder, its surface included: their mean place along its axis, and the spread there. */
export class CylinderMean extends LeafWalk {
  /** Number of points. */
  count = 0;
  /** Mean distance from the middle of the cylinder along its axis, metres; 0 without points. */
  mean = 0;
  private readonly radius: number;
  private readonly halfLength: number;
  private x = 0;
  private y = 0;
  private z = 0;
  private nx = 0;
  private ny = 0;
  private nz = 0;
  /** Sum of the squared differences from the mean. */
  private squares = 0;

  /** Cylinders of this radius, and half this length, metres. */
  constructor(tree: PointTree, radius: number, halfLength: number) {
    super(tree);
    this.radius = radius;
    this.halfLength = halfLength;
  }

  /** Standard deviation of the points along the axis, metres, with count − 1; NaN for fewer than two points. */
  get deviation(): number {
    return this.count < 2 ? Number.NaN : Math.sqrt(this.squares / (this.count - 1));
  }

  /** Takes the points of the cylinder with its middle at a place, and an axis of length 1. */
  along(x: number, y: number, z: number, nx: number, ny: number, nz: number): void {
    this.x = x;
    this.y = y;
    this.z = z;
    this.nx = nx;
    this.ny = ny;
    this.nz = nz;
    this.count = 0;
    this.mean = 0;
    this.squares = 0;
    this.walk();
  }

  protected meets(at: number): boolean {
    const { nx, ny, nz, halfLength } = this;
    const { boxes } = this.tree;
    const x0 = boxes[at] - this.x;
    const y0 = boxes[at + 1] - this.y;
    const z0 = boxes[at + 2] - this.z;
    const x1 = boxes[at + 3] - this.x;
    const y1 = boxes[at + 4] - this.y;
    const z1 = boxes[at + 5] - this.z;
    // In the same steps as for a point, so that rounding leaves none out.
    const low = (nx > 0 ? x0 : x1) * nx + (ny > 0 ? y0 : y1) * ny + (nz > 0 ? z0 : z1) * nz;
    const high = (nx > 0 ? x1 : x0) * nx + (ny > 0 ? y1 : y0) * ny + (nz > 0 ? z1 : z0) * nz;
    if (low > halfLength || high < -halfLength) return false;
    // The ball about the box against the axis.
    const x = (x0 + x1) / 2;
    const y = (y0 + y1) / 2;
    const z = (z0 + z1) / 2;
    const t = x * nx + y * ny + z * nz;
    const rx = x - t * nx;
    const ry = y - t * ny;
    const rz = z - t * nz;
    const reach = (this.radius + Math.sqrt((x1 - x) ** 2 + (y1 - y) ** 2 + (z1 - z) ** 2)) * SLACK;
    return rx * rx + ry * ry + rz * rz <= reach * reach;
  }

  /** Mean and squares are those of Welford (1962): no difference of large sums. */
  protected look(first: number, end: number): void {
    const { x, y, z, nx, ny, nz, halfLength } = this;
    const { places } = this.tree;
    const square = this.radius * this.radius;
    for (let i = 3 * first; i < 3 * end; i += 3) {
      const dx = places[i] - x;
      const dy = places[i + 1] - y;
      const dz = places[i + 2] - z;
      const t = dx * nx + dy * ny + dz * nz;
      if (t > halfLength || t < -halfLength) continue;
      const rx = dx - t * nx;
      const ry = dy - t * ny;
      const rz = dz - t * nz;
      if (rx * rx + ry * ry + rz * rz > square) continue;
      const off = t - this.mean;
      this.mean += off / ++this.count;
      this.squares += off * (t - this.mean);
    }
  }
}
