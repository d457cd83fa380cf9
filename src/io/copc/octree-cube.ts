import type { Box3, Vec3 } from '../../base/vec3.js';
import type { Quantization } from '../records/quantization.js';

/** Levels of cells that a code distinguishes: 2²⁰ cells along an edge of the cube. */
const CODE_LEVELS = 20;

/** A node takes a point from each of its 2⁷ · 2⁷ · 2⁷ cells. */
export const GRID_LEVELS = 7;

/** The deepest level of nodes: the cells of their grid are those of the codes. */
export const NODE_LEVEL_MAX = CODE_LEVELS - GRID_LEVELS;

/** The cube of an octree, in the frame of stored coordinates. */
export interface OctreeCube {
  /** Metres, in world coordinates. */
  center: Vec3;
  halfsize: number;
  /** Edge of the cells of the root. */
  spacing: number;
  /** Stored coordinates of its lower corner. */
  corner: Vec3;
  /** Number of finest cells in a step of a stored coordinate. */
  cellsAStep: Vec3;
}

/**
 * The cube of points with stored coordinates in `stored`. Its edge spans the axis with the greatest extent, with half a
 * step before the lowest coordinate and half a step behind the highest. Points begin at its lower corner on every axis,
 * so that flat clouds lie in one layer of cells.
 */
export function cubeOf(stored: Box3, { scale, offset }: Quantization): OctreeCube {
  const corner = stored.min.map((min) => min - 0.5) as unknown as Vec3;
  const extents = stored.max.map((max, axis) => (max + 0.5 - corner[axis]) * scale[axis]);
  const side = Math.max(...extents);
  const along = (value: (axis: number) => number): Vec3 => [value(0), value(1), value(2)];
  return {
    center: along((axis) => corner[axis] * scale[axis] + offset[axis] + side / 2),
    halfsize: side / 2,
    spacing: side / 2 ** GRID_LEVELS,
    corner,
    cellsAStep: along((axis) => (2 ** CODE_LEVELS * scale[axis]) / side),
  };
}

/** Spreads ten bits to every third bit, the digits of a code. */
const SPREAD = Uint32Array.from({ length: 1024 }, (_, value) => {
  let spread = 0;
  for (let bit = 0; bit < 10; bit++) spread |= ((value >> bit) & 1) << (3 * bit);
  return spread;
});

/**
 * The finest cells of points as two numbers of 30 bits each, the first ten levels and the last ten: three bits a level,
 * x the lowest (Morton order).
 */
export interface CellCodes {
  high: Uint32Array<ArrayBuffer>;
  low: Uint32Array<ArrayBuffer>;
}

/** The codes of `count` records, `stride` bytes apart, that begin with their stored coordinates. */
export function codesOf(cube: OctreeCube, records: Uint8Array, stride: number, count: number): CellCodes {
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
  const high = new Uint32Array(count);
  const low = new Uint32Array(count);
  const [x0, y0, z0] = cube.corner;
  const [fx, fy, fz] = cube.cellsAStep;
  const last = 2 ** CODE_LEVELS - 1;
  for (let i = 0, at = 0; i < count; i++, at += stride) {
    // Rounding may reach the upper face of the cube.
    const x = Math.min(last, Math.floor((view.getInt32(at, true) - x0) * fx));
    const y = Math.min(last, Math.floor((view.getInt32(at + 4, true) - y0) * fy));
    const z = Math.min(last, Math.floor((view.getInt32(at + 8, true) - z0) * fz));
    high[i] = SPREAD[x >>> 10] | (SPREAD[y >>> 10] << 1) | (SPREAD[z >>> 10] << 2);
    low[i] = SPREAD[x & 1023] | (SPREAD[y & 1023] << 1) | (SPREAD[z & 1023] << 2);
  }
  return { high, low };
}
