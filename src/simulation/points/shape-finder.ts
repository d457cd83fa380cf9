import type { Vec3 } from '../../base/vec3.js';
import type { MeshShapes } from '../../scene/model.js';
import type { ShapeMoment } from '../../scene/motion/shape-at.js';

/** Triangles of a leaf at most. */
const LEAF_TRIANGLES = 4;
/** Intervals whose boxes are kept. */
const KEPT_MOST = 128;
/** Numbers of a box: its lower corner, then its upper one. */
const BOX = 6;

/** A place on a triangle: its number, and the shares of its corners. */
export interface PlaceOnShape {
  triangle: number;
  shares: Vec3;
}

/** Finds places on a mesh that changes its shape: a binary tree over its triangles, with boxes for each interval. */
export class ShapeFinder {
  private readonly shapes: MeshShapes;
  private readonly indices: Uint32Array;
  private readonly order: Uint32Array;
  /** Of each node its triangles in the order, and its first child, the second follows it; 0: a leaf. Parents first. */
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  private readonly children: number[] = [];
  private readonly boxes = new Map<number, Float32Array>();

  constructor(shapes: MeshShapes, indices: Uint32Array) {
    this.shapes = shapes;
    this.indices = indices;
    this.order = Uint32Array.from({ length: indices.length / 3 }, (_, k) => k);
    this.build(shapes.keys[shapes.keys.length >> 1]);
  }

  /** The place on the mesh, at a moment of its clip, that is nearest to a point of its frame, less its origin. */
  nearest({ interval, share }: ShapeMoment, point: Vec3): PlaceOnShape {
    const boxes = this.boxesOf(interval);
    const best = { triangle: 0, shares: [1, 0, 0] as Vec3, square: Infinity };
    const waiting = [0];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (squareTo(boxes, node * BOX, point) >= best.square) continue;
      const child = this.children[node];
      if (child > 0) {
        const [a, b] = [child, child + 1];
        const isFirst = squareTo(boxes, a * BOX, point) <= squareTo(boxes, b * BOX, point);
        waiting.push(isFirst ? b : a, isFirst ? a : b);
        continue;
      }
      for (let k = this.starts[node]; k < this.ends[node]; k++) {
        const triangle = this.order[k];
        const shares = nearestShares(this.cornersOf(triangle, interval, share), point);
        if (shares.square < best.square) Object.assign(best, { triangle, ...shares });
      }
    }
    return best;
  }

  /** By how much a place moves from the first key of an interval to its second. */
  wayOf({ triangle, shares }: PlaceOnShape, interval: number): Vec3 {
    const [from, to] = [this.shapes.keys[interval], this.shapes.keys[interval + 1]];
    const along = (axis: number): number => {
      let way = 0;
      for (let corner = 0; corner < 3; corner++) {
        const at = 3 * this.indices[3 * triangle + corner] + axis;
        way += shares[corner] * (to[at] - from[at]);
      }
      return way;
    };
    return [along(0), along(1), along(2)];
  }

  private cornersOf(triangle: number, interval: number, share: number): Vec3[] {
    const [from, to] = [this.shapes.keys[interval], this.shapes.keys[interval + 1]];
    return [0, 1, 2].map((corner) => {
      const at = 3 * this.indices[3 * triangle + corner];
      const along = (k: number) => from[k] + share * (to[k] - from[k]);
      return [along(at), along(at + 1), along(at + 2)];
    });
  }

  private build(positions: Float32Array): void {
    const middles = new Float32Array(this.order.length * 3);
    for (let c = 0; c < this.indices.length; c++)
      for (let axis = 0; axis < 3; axis++)
        middles[3 * Math.floor(c / 3) + axis] += positions[3 * this.indices[c] + axis];
    this.add(0, this.order.length);
    for (let node = 0; node < this.starts.length; node++) {
      const [start, end] = [this.starts[node], this.ends[node]];
      if (end - start <= LEAF_TRIANGLES) continue;
      const own = this.order.subarray(start, end);
      const axis = widestAxis(middles, own);
      own.sort((a, b) => middles[3 * a + axis] - middles[3 * b + axis]);
      const middle = (start + end) >> 1;
      this.children[node] = this.starts.length;
      this.add(start, middle);
      this.add(middle, end);
    }
  }

  private add(start: number, end: number): void {
    this.starts.push(start);
    this.ends.push(end);
    this.children.push(0);
  }

  private boxesOf(interval: number): Float32Array {
    const known = this.boxes.get(interval);
    if (known) return known;
    const boxes = new Float32Array(this.starts.length * BOX);
    for (let node = this.starts.length - 1; node >= 0; node--) {
      const at = node * BOX;
      boxes.fill(Infinity, at, at + 3).fill(-Infinity, at + 3, at + BOX);
      const child = this.children[node] * BOX;
      if (child > 0) for (const other of [child, child + BOX]) growByBox(boxes, at, other);
      else for (const key of [interval, interval + 1]) this.growByTriangles(boxes, node, this.shapes.keys[key]);
    }
    if (this.boxes.size >= KEPT_MOST) this.boxes.clear();
    this.boxes.set(interval, boxes);
    return boxes;
  }

  private growByTriangles(boxes: Float32Array, node: number, key: Float32Array): void {
    for (let k = this.starts[node]; k < this.ends[node]; k++)
      for (let corner = 3 * this.order[k]; corner < 3 * this.order[k] + 3; corner++)
        for (let axis = 0; axis < 3; axis++) {
          const [at, x] = [node * BOX + axis, key[3 * this.indices[corner] + axis]];
          boxes[at] = Math.min(boxes[at], x);
          boxes[at + 3] = Math.max(boxes[at + 3], x);
        }
  }
}

function growByBox(boxes: Float32Array, at: number, other: number): void {
  for (let axis = 0; axis < 3; axis++) {
    boxes[at + axis] = Math.min(boxes[at + axis], boxes[other + axis]);
    boxes[at + 3 + axis] = Math.max(boxes[at + 3 + axis], boxes[other + 3 + axis]);
  }
}

function widestAxis(middles: Float32Array, triangles: Uint32Array): number {
  const widths = [0, 1, 2].map((axis) => {
    let [low, high] = [Infinity, -Infinity];
    for (const triangle of triangles) {
      low = Math.min(low, middles[3 * triangle + axis]);
      high = Math.max(high, middles[3 * triangle + axis]);
    }
    return high - low;
  });
  return widths.indexOf(Math.max(...widths));
}

/** The square of the distance from a point to a box. */
function squareTo(boxes: Float32Array, at: number, point: Vec3): number {
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    const off = Math.max(boxes[at + axis] - point[axis], point[axis] - boxes[at + 3 + axis], 0);
    square += off * off;
  }
  return square;
}

/** The shares of corners at the place of a triangle that is nearest to a point (Ericson 2005, section 5.1.5). */
function nearestShares([a, b, c]: readonly Vec3[], point: Vec3): { shares: Vec3; square: number } {
  const shares = sharesOf(a, b, c, point);
  let square = 0;
  for (let k = 0; k < 3; k++) square += (shares[0] * a[k] + shares[1] * b[k] + shares[2] * c[k] - point[k]) ** 2;
  // A triangle without area may have none.
  return Number.isFinite(square) ? { shares, square } : { shares: [1, 0, 0], square: Infinity };
}

function sharesOf(a: Vec3, b: Vec3, c: Vec3, p: Vec3): Vec3 {
  const along = (from: Vec3, to: Vec3, other: Vec3, end: Vec3): number =>
    (to[0] - from[0]) * (end[0] - other[0]) +
    (to[1] - from[1]) * (end[1] - other[1]) +
    (to[2] - from[2]) * (end[2] - other[2]);
  const [d1, d2] = [along(a, b, a, p), along(a, c, a, p)];
  if (d1 <= 0 && d2 <= 0) return [1, 0, 0];
  const [d3, d4] = [along(a, b, b, p), along(a, c, b, p)];
  if (d3 >= 0 && d4 <= d3) return [0, 1, 0];
  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return [1 - d1 / (d1 - d3), d1 / (d1 - d3), 0];
  const [d5, d6] = [along(a, b, c, p), along(a, c, c, p)];
  if (d6 >= 0 && d5 <= d6) return [0, 0, 1];
  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return [1 - d2 / (d2 - d6), 0, d2 / (d2 - d6)];
  const va = d3 * d6 - d5 * d4;
  const w = (d4 - d3) / (d4 - d3 + (d5 - d6));
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return [0, 1 - w, w];
  const sum = va + vb + vc;
  return [va / sum, vb / sum, vc / sum];
}
