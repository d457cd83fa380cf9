// Bundles of rays, as wasm/bundle.ts makes them, in doubles: one in each lane.
import { FAR_AWAY } from './geometry.mjs';
import { RAY_NUMBERS } from './rays.mjs';
import { TRIANGLE_WORDS } from './tree.mjs';

/** Numbers of a bundle: places of vectors, or of numbers. */
const LOW = 0;
const HIGH = 3;
const UPWARDS = 6;
const DOWNWARDS = 9;
const FLATTEST = 12;
const OPEN = 15;
const AXIS = 18;
const ORIGIN = 21;
const SPREAD = 24;
const REACH = 25;
const NUMBERS = 26;

/** Widens cones for rounding, relative to the length of the axis. */
const SPREAD_SLACK = 1e-6;
const BOX_SLACK = 1e-6;

/** Bundles of some lanes. */
export class Bundles {
  constructor(lanes) {
    this.numbers = new Float64Array(lanes * NUMBERS);
    /** Per axis: whether all directions go down. */
    this.backwards = new Uint8Array(lanes * 3);
  }

  /** Makes the bundle of a lane from `count` rays from ray `first` and a point near which they begin. */
  set(lane, { rays, origins }, first, count, origin) {
    const b = lane * NUMBERS;
    const { numbers: n } = this;
    for (let axis = 0; axis < 3; axis++) this.setAxis(lane, axis, rays, first, count, origins[origin * 3 + axis]);
    let widest = 0;
    let farthest = 0;
    for (let k = 0; k < count; k++) {
      let square = 0;
      let off = 0;
      for (let axis = 0; axis < 3; axis++) {
        const r = (first + k) * RAY_NUMBERS + axis;
        square += (rays[r + 3] - n[b + AXIS + axis]) ** 2;
        off += (rays[r] - n[b + ORIGIN + axis]) ** 2;
      }
      widest = Math.max(widest, square);
      farthest = Math.max(farthest, off);
    }
    n[b + SPREAD] = Math.sqrt(widest) + SPREAD_SLACK;
    n[b + REACH] = 2 * Math.sqrt(farthest) * (1 + SPREAD_SLACK);
  }

  setAxis(lane, axis, rays, first, count, origin) {
    let [low, high, startLow, startHigh] = [FAR_AWAY, -FAR_AWAY, FAR_AWAY, -FAR_AWAY];
    for (let k = 0; k < count; k++) {
      const r = (first + k) * RAY_NUMBERS + axis;
      low = Math.min(low, rays[r + 3]);
      high = Math.max(high, rays[r + 3]);
      startLow = Math.min(startLow, rays[r]);
      startHigh = Math.max(startHigh, rays[r]);
    }
    const b = lane * NUMBERS + axis;
    const { numbers: n } = this;
    n[b + LOW] = startLow;
    n[b + HIGH] = startHigh;
    n[b + UPWARDS] = high > 0 ? (1 - BOX_SLACK) / high : 0;
    n[b + DOWNWARDS] = low < 0 ? (1 - BOX_SLACK) / low : 0;
    n[b + FLATTEST] = low > 0 ? (1 + BOX_SLACK) / low : high < 0 ? (1 + BOX_SLACK) / high : 0;
    n[b + OPEN] = low <= 0 && high >= 0 ? FAR_AWAY : 0;
    n[b + AXIS] = (low + high) / 2;
    n[b + ORIGIN] = origin;
    this.backwards[lane * 3 + axis] = high < 0 ? 1 : 0;
  }

  /**
   * Distance at which a lane's bundle enters the box with corners at words `low` and `low` + 4 before
   * `far`; otherwise FAR_AWAY.
   */
  enter(lane, nodes, low, far) {
    const { numbers: n, backwards } = this;
    let enter = 0;
    let leave = far;
    for (let axis = 0; axis < 3; axis++) {
      const b = lane * NUMBERS + axis;
      const above = nodes[low + axis] - n[b + HIGH];
      const below = nodes[low + axis + 4] - n[b + LOW];
      enter = Math.max(enter, above * n[b + UPWARDS], below * n[b + DOWNWARDS]);
      leave = Math.min(leave, (backwards[lane * 3 + axis] ? above : below) * n[b + FLATTEST] + n[b + OPEN]);
    }
    return enter <= leave ? enter : FAR_AWAY;
  }

  /**
   * Whether a ray of a lane's bundle may pass inside a triangle: a ray changes an edge's product by spread
   * |normal| + reach |edge| at most.
   */
  touches(lane, triangles, triangle) {
    const b = lane * NUMBERS;
    const t = triangle * TRIANGLE_WORDS;
    const { numbers: n } = this;
    const ox = n[b + ORIGIN];
    const oy = n[b + ORIGIN + 1];
    const oz = n[b + ORIGIN + 2];
    let front = true;
    let back = true;
    for (let k = 0; k < 3; k++) {
      const p = t + 4 * ((k + 2) % 3);
      const q = t + 4 * k;
      const ex = triangles[p] - triangles[q];
      const ey = triangles[p + 1] - triangles[q + 1];
      const ez = triangles[p + 2] - triangles[q + 2];
      const sx = triangles[p] + triangles[q] - 2 * ox;
      const sy = triangles[p + 1] + triangles[q + 1] - 2 * oy;
      const sz = triangles[p + 2] + triangles[q + 2] - 2 * oz;
      const nx = ey * sz - ez * sy;
      const ny = ez * sx - ex * sz;
      const nz = ex * sy - ey * sx;
      const product = n[b + AXIS] * nx + n[b + AXIS + 1] * ny + n[b + AXIS + 2] * nz;
      const reach =
        n[b + SPREAD] * Math.sqrt(nx * nx + ny * ny + nz * nz) + n[b + REACH] * Math.sqrt(ex * ex + ey * ey + ez * ez);
      if (product < -reach) front = false;
      if (product > reach) back = false;
    }
    return front || back;
  }
}
