// Bundles of rays, as wasm/bundle.ts makes them, in doubles: one in each lane.
import { FAR_AWAY } from './geometry.mjs';
import { RAY_NUMBERS } from './rays.mjs';
import { TRIANGLE_WORDS } from './tree.mjs';

/** Numbers of a bundle: places of vectors. */
const NEAR = 0;
const FAR = 3;
const STEEP = 6;
const FLAT = 9;
const LOW = 12;
const HIGH = 15;
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
    /** Per axis: 4 where the nearer plane of a box is the upper one, otherwise 0; then whether some axis is mixed. */
    this.sides = new Int32Array(lanes * 4);
    /** Per axis: whether directions of both signs occur. */
    this.mixed = new Uint8Array(lanes * 4);
  }

  /** Makes the bundle of a lane from `count` rays from ray `first` and a point near which they begin. */
  set(lane, { rays, origins }, first, count, origin) {
    const b = lane * NUMBERS;
    const { numbers: n } = this;
    this.sides[lane * 4 + 3] = 0;
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
    const isMixed = low <= 0 && high >= 0;
    const isBackwards = !isMixed && high < 0;
    const b = lane * NUMBERS + axis;
    const { numbers: n } = this;
    n[b + NEAR] = isBackwards ? startLow : startHigh;
    n[b + FAR] = isBackwards ? startHigh : startLow;
    n[b + STEEP] = isMixed ? 0 : (1 - BOX_SLACK) / (isBackwards ? low : high);
    n[b + FLAT] = isMixed ? 0 : (1 + BOX_SLACK) / (isBackwards ? high : low);
    n[b + LOW] = low;
    n[b + HIGH] = high;
    n[b + AXIS] = (low + high) / 2;
    n[b + ORIGIN] = origin;
    this.sides[lane * 4 + axis] = isBackwards ? 4 : 0;
    this.mixed[lane * 4 + axis] = isMixed ? 1 : 0;
    if (isMixed) this.sides[lane * 4 + 3] = 1;
  }

  /** Distance at which a lane's bundle enters the box with corners at words `low` and `low` + 4 before `far`; otherwise FAR_AWAY. */
  enter(lane, nodes, low, far) {
    if (this.sides[lane * 4 + 3] !== 0) return this.enterMixed(lane, nodes, low, far);
    const b = lane * NUMBERS;
    const { numbers: n, sides } = this;
    const sx = low + sides[lane * 4];
    const sy = low + sides[lane * 4 + 1] + 1;
    const sz = low + sides[lane * 4 + 2] + 2;
    const ex = 2 * low + 4 - sx;
    const ey = 2 * low + 6 - sy;
    const ez = 2 * low + 8 - sz;
    const enter = Math.max(
      (nodes[sx] - n[b + NEAR]) * n[b + STEEP],
      (nodes[sy] - n[b + NEAR + 1]) * n[b + STEEP + 1],
      (nodes[sz] - n[b + NEAR + 2]) * n[b + STEEP + 2],
      0,
    );
    const leave = Math.min(
      (nodes[ex] - n[b + FAR]) * n[b + FLAT],
      (nodes[ey] - n[b + FAR + 1]) * n[b + FLAT + 1],
      (nodes[ez] - n[b + FAR + 2]) * n[b + FLAT + 2],
      far,
    );
    return enter <= leave ? enter : FAR_AWAY;
  }

  /** As `enter`: a mixed axis bounds where the bundle can be until it leaves by the others. */
  enterMixed(lane, nodes, low, far) {
    const b = lane * NUMBERS;
    const { numbers: n, sides, mixed } = this;
    let enter = 0;
    let leave = far;
    for (let axis = 0; axis < 3; axis++) {
      if (mixed[lane * 4 + axis] !== 0) continue;
      const side = sides[lane * 4 + axis];
      enter = Math.max(enter, (nodes[low + axis + side] - n[b + NEAR + axis]) * n[b + STEEP + axis]);
      leave = Math.min(leave, (nodes[low + axis + 4 - side] - n[b + FAR + axis]) * n[b + FLAT + axis]);
    }
    if (enter > leave) return FAR_AWAY;
    for (let axis = 0; axis < 3; axis++) {
      if (mixed[lane * 4 + axis] === 0) continue;
      const down = n[b + LOW + axis] * leave * (1 + BOX_SLACK);
      const up = n[b + HIGH + axis] * leave * (1 + BOX_SLACK);
      if (nodes[low + axis + 4] - n[b + FAR + axis] < down || nodes[low + axis] - n[b + NEAR + axis] > up)
        return FAR_AWAY;
    }
    return enter;
  }

  /** Whether a ray of a lane's bundle may pass inside a triangle: a ray changes an edge's product by spread |normal| + reach |edge| at most. */
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
