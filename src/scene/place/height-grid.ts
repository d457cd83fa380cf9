import { type Affine, compose, transformPoint } from '../../base/affine.js';
import { type SourcePlace, UserError } from '../../base/errors.js';
import { ROUNDS_A_STEP, type Steps } from '../../base/steps.js';
import type { Mesh, Model } from '../model.js';

/** Maximum number of triangles of a ground: each takes 72 bytes here. */
const MAX_TRIANGLES = 20_000_000;
/** Maximum number of entries of triangles in cells; with more, cells are made coarser. */
const MAX_ENTRIES = 1 << 26;
const MAX_CELLS_A_SIDE = 4096;
/** Points this far (relative) outside a triangle count as on its edge, so that no gap opens between neighbours. */
const EDGE_TOLERANCE = 1e-9;

/** World rectangle. */
export interface Rectangle {
  min: readonly [number, number];
  max: readonly [number, number];
}

/** A model and its placements: model frame to world. */
export interface Ground {
  model: Model;
  transforms: readonly Affine[];
  /** Whether a group of the mesh of one of the model's instances counts; absent: all do. */
  isGround?(instance: number, group: number): boolean;
}

/** The content of a HeightGrid: plain data. */
export interface HeightGridData {
  /** World x, y, z of three corners per triangle. */
  readonly corners: Float64Array;
  readonly area: Rectangle;
  columns: number;
  rows: number;
  /** Triangles of cell c: entries cellStart[c] … cellStart[c + 1] of cellTriangles. */
  cellStart: Uint32Array;
  cellTriangles: Uint32Array;
}

/** Heights of a model placed in the world, seen from above, for points of a rectangle. */
export class HeightGrid implements HeightGridData {
  readonly corners: Float64Array;
  readonly area: Rectangle;
  columns = 1;
  rows = 1;
  cellStart = new Uint32Array(2);
  cellTriangles = new Uint32Array(0);

  private constructor(corners: Float64Array, area: Rectangle) {
    this.corners = corners;
    this.area = area;
  }

  /** The grid with this content. */
  static of(data: HeightGridData): HeightGrid {
    return Object.assign(new HeightGrid(data.corners, data.area), data);
  }

  /**
   * The heights of placed models over a rectangle. Throws UserError at `place` if they have more than
   * 20 million triangles there.
   */
  static *over(grounds: readonly Ground[], area: Rectangle, place: SourcePlace): Steps<HeightGrid> {
    const grid = new HeightGrid(yield* collectCorners(grounds, area, place), area);
    yield* grid.sortIntoCells();
    return grid;
  }

  /** Height of the highest surface at (x, y) up to `most`, or undefined. */
  heightAt(x: number, y: number, most = Infinity): number | undefined {
    const cell = this.row(y) * this.columns + this.column(x);
    let highest = -Infinity;
    for (let entry = this.cellStart[cell]; entry < this.cellStart[cell + 1]; entry++) {
      const z = this.triangleHeight(9 * this.cellTriangles[entry], x, y);
      if (z > highest && z <= most) highest = z;
    }
    return highest === -Infinity ? undefined : highest;
  }

  /** Height of the lowest surface at (x, y), the first that a ray meets from below, or undefined. */
  lowestAt(x: number, y: number): number | undefined {
    const cell = this.row(y) * this.columns + this.column(x);
    let lowest = Infinity;
    for (let entry = this.cellStart[cell]; entry < this.cellStart[cell + 1]; entry++) {
      const z = this.triangleHeight(9 * this.cellTriangles[entry], x, y);
      if (z < lowest && z !== -Infinity) lowest = z;
    }
    return lowest === Infinity ? undefined : lowest;
  }

  /** Height of the triangle's plane at (x, y), −∞ outside the triangle. */
  private triangleHeight(at: number, x: number, y: number): number {
    const c = this.corners;
    const ux = c[at + 3] - c[at];
    const uy = c[at + 4] - c[at + 1];
    const vx = c[at + 6] - c[at];
    const vy = c[at + 7] - c[at + 1];
    const area = ux * vy - uy * vx;
    if (area === 0) return -Infinity;
    const px = x - c[at];
    const py = y - c[at + 1];
    const b = (px * vy - py * vx) / area;
    const g = (ux * py - uy * px) / area;
    if (!(b >= -EDGE_TOLERANCE && g >= -EDGE_TOLERANCE && b + g <= 1 + EDGE_TOLERANCE)) return -Infinity;
    return c[at + 2] + b * (c[at + 5] - c[at + 2]) + g * (c[at + 8] - c[at + 2]);
  }

  /** Counts, then fills; halves the number of cells until their entries fit. */
  private *sortIntoCells(): Steps<void> {
    const triangles = this.corners.length / 9;
    let side = Math.min(MAX_CELLS_A_SIDE, Math.max(1, Math.ceil(Math.sqrt(triangles))));
    for (;;) {
      this.columns = side;
      this.rows = side;
      this.cellStart = new Uint32Array(side * side + 1);
      let entries = 0;
      for (let t = 0; t < triangles && entries <= MAX_ENTRIES; t++) {
        if (t % ROUNDS_A_STEP === 0) yield;
        entries += this.eachCell(t, (cell) => {
          this.cellStart[cell + 1]++;
        });
      }
      if (entries <= MAX_ENTRIES || side === 1) break;
      side = Math.ceil(side / 2);
    }
    for (let c = 0; c < side * side; c++) this.cellStart[c + 1] += this.cellStart[c];
    this.cellTriangles = new Uint32Array(this.cellStart[side * side]);
    const next = this.cellStart.slice();
    for (let t = 0; t < triangles; t++) {
      if (t % ROUNDS_A_STEP === 0) yield;
      this.eachCell(t, (cell) => {
        this.cellTriangles[next[cell]++] = t;
      });
    }
  }

  /** Calls `visit` for each cell under the triangle's bounding rectangle; returns their number. */
  private eachCell(triangle: number, visit: (cell: number) => void): number {
    const c = this.corners;
    const at = 9 * triangle;
    const left = this.column(Math.min(c[at], c[at + 3], c[at + 6]));
    const right = this.column(Math.max(c[at], c[at + 3], c[at + 6]));
    const low = this.row(Math.min(c[at + 1], c[at + 4], c[at + 7]));
    const high = this.row(Math.max(c[at + 1], c[at + 4], c[at + 7]));
    for (let row = low; row <= high; row++)
      for (let column = left; column <= right; column++) visit(row * this.columns + column);
    return (right - left + 1) * (high - low + 1);
  }

  private column(x: number): number {
    return cellIndex(x, this.area.min[0], this.area.max[0], this.columns);
  }

  private row(y: number): number {
    return cellIndex(y, this.area.min[1], this.area.max[1], this.rows);
  }
}

/** Index of the cell that contains `value`; outside, the first or last. */
function cellIndex(value: number, min: number, max: number, count: number): number {
  const index = Math.floor(((value - min) / (max - min || 1)) * count);
  return index < 0 ? 0 : index >= count ? count - 1 : index;
}

function* collectCorners(grounds: readonly Ground[], area: Rectangle, place: SourcePlace): Steps<Float64Array> {
  let count = 0;
  const visitAll = function* (take: TakeTriangle): Steps<void> {
    for (const { model, transforms, isGround } of grounds)
      for (const [k, { mesh, transform: own }] of model.instances.entries()) {
        const counts = model.meshes[mesh].groups.map((_, group) => isGround?.(k, group) ?? true);
        if (!counts.includes(true)) continue;
        for (const transform of transforms)
          yield* eachTriangle({ mesh: model.meshes[mesh], counts }, compose(transform, own), area, take);
      }
  };
  yield* visitAll(() => {
    if (++count > MAX_TRIANGLES)
      throw new UserError(`more than ${MAX_TRIANGLES} triangles to stand on`, {
        place,
        hint: 'Name a part with fewer triangles, such as the terrain alone, or a smaller rectangle.',
      });
  });
  const corners = new Float64Array(9 * count);
  let at = 0;
  yield* visitAll((a, b, c) => {
    corners.set(a, at);
    corners.set(b, at + 3);
    corners.set(c, at + 6);
    at += 9;
  });
  return corners;
}

type Corner = readonly [number, number, number];
type TakeTriangle = (a: Corner, b: Corner, c: Corner) => void;

/** Calls `take` with the world corners of each triangle of a group that counts, if its rectangle meets the area. */
function* eachTriangle(
  { mesh, counts }: { mesh: Mesh; counts: readonly boolean[] },
  transform: Affine,
  { min, max }: Rectangle,
  take: TakeTriangle,
): Steps<void> {
  const { positions, origin, indices, triangleGroup } = mesh;
  const corner = (i: number): Corner => {
    const p = 3 * indices[i];
    return transformPoint(transform, [
      positions[p] + origin[0],
      positions[p + 1] + origin[1],
      positions[p + 2] + origin[2],
    ]);
  };
  for (let i = 0; i < indices.length; i += 3) {
    if (i % (3 * ROUNDS_A_STEP) === 0) yield;
    if (!counts[triangleGroup[i / 3]]) continue;
    const a = corner(i);
    const b = corner(i + 1);
    const c = corner(i + 2);
    if (Math.max(a[0], b[0], c[0]) < min[0] || Math.min(a[0], b[0], c[0]) > max[0]) continue;
    if (Math.max(a[1], b[1], c[1]) < min[1] || Math.min(a[1], b[1], c[1]) > max[1]) continue;
    take(a, b, c);
  }
}
