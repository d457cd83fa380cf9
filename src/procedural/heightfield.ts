import type { MeshBuilder } from './mesh-builder.js';
import type { MaterialName } from './palette.js';
import { grid } from './shapes.js';

/** The axis-parallel rectangle of a heightfield, centred on the origin. */
export interface HeightfieldSize {
  width: number;
  depth: number;
  columns: number;
  rows: number;
}

/** Heights on a regular grid, and the surface of the triangles between them. */
export class Heightfield {
  readonly size: HeightfieldSize;
  private readonly heights: Float32Array;

  constructor(size: HeightfieldSize, height: (x: number, y: number) => number) {
    this.size = size;
    this.heights = new Float32Array((size.columns + 1) * (size.rows + 1));
    for (let row = 0; row <= size.rows; row++)
      for (let column = 0; column <= size.columns; column++)
        this.heights[row * (size.columns + 1) + column] = height(this.x(column), this.y(row));
  }

  /** Height of the highest point above the lowest. */
  get relief(): number {
    let [low, high] = [Infinity, -Infinity];
    for (const height of this.heights) {
      low = Math.min(low, height);
      high = Math.max(high, height);
    }
    return high - low;
  }

  /** Multiplies all heights, so that the highest point is `relief` above the lowest; 0 stays where it is. */
  stretchTo(relief: number): void {
    const found = this.relief;
    const factor = found > 0 ? relief / found : 1;
    if (factor !== 1) for (let i = 0; i < this.heights.length; i++) this.heights[i] *= factor;
  }

  /** Height of the drawn triangles at (x, y); outside, that of the border. */
  heightAt(x: number, y: number): number {
    const { width, depth, columns, rows } = this.size;
    const u = clamp(((x + width / 2) / width) * columns, 0, columns);
    const v = clamp(((y + depth / 2) / depth) * rows, 0, rows);
    const column = Math.min(Math.floor(u), columns - 1);
    const row = Math.min(Math.floor(v), rows - 1);
    const a = this.height(column, row);
    const b = this.height(column + 1, row);
    const c = this.height(column + 1, row + 1);
    const d = this.height(column, row + 1);
    const du = u - column;
    const dv = v - row;
    return du >= dv ? a + (b - a) * du + (c - b) * dv : a + (c - d) * du + (d - a) * dv;
  }

  /** Draws the surface, 2 triangles a cell; `groupAt` names each cell's group and material. */
  draw(builder: MeshBuilder, groupAt: (x: number, y: number) => readonly [string, MaterialName]): void {
    const { columns, rows, width, depth } = this.size;
    const halfCellX = width / columns / 2;
    const halfCellY = depth / rows / 2;
    grid(
      builder,
      columns,
      rows,
      (column, row) => [this.x(column), this.y(row), this.height(column, row)],
      (column, row) => builder.part(...groupAt(this.x(column) + halfCellX, this.y(row) + halfCellY)),
    );
  }

  private x(column: number): number {
    return (column / this.size.columns - 0.5) * this.size.width;
  }

  private y(row: number): number {
    return (row / this.size.rows - 0.5) * this.size.depth;
  }

  private height(column: number, row: number): number {
    return this.heights[row * (this.size.columns + 1) + column];
  }
}

/**
 * Columns and rows of nearly square cells on a width × depth rectangle, with 2 · columns · rows closest to `triangles`.
 */
export function gridFor(triangles: number, width: number, depth: number): { columns: number; rows: number } {
  const cells = Math.max(1, triangles / 2);
  const ideal = Math.max(1, Math.round(Math.sqrt((cells * width) / depth)));
  let best = { columns: ideal, rows: Math.max(1, Math.round(cells / ideal)) };
  for (let columns = Math.max(1, Math.floor(ideal * 0.8)); columns <= Math.ceil(ideal * 1.25); columns++) {
    const rows = Math.max(1, Math.round(cells / columns));
    if (Math.abs(columns * rows - cells) < Math.abs(best.columns * best.rows - cells)) best = { columns, rows };
  }
  return best;
}

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);
