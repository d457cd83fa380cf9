import type { Affine } from '../../base/affine.js';
import type { Mesh } from '../../scene/model.js';

/** A rectangle on the ground: its middle, the direction of its length, and half of its length and width. */
export interface GroundOutline {
  x: number;
  y: number;
  /** Cosine and sine of its heading. */
  cos: number;
  sin: number;
  halfLength: number;
  halfWidth: number;
}

/** Height below which things stand in the way of vehicles and people, metres. */
const HEADROOM = 3.6;

/** The footprint of a mesh that is placed upright: its box below `headroom`, turned with it. */
export function footprintOf({ positions: p }: Mesh, m: Affine, headroom = HEADROOM): GroundOutline {
  let [x0, x1, y0, y1] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < p.length; i += 3) {
    if (p[i + 2] > headroom) continue;
    [x0, x1] = [Math.min(x0, p[i]), Math.max(x1, p[i])];
    [y0, y1] = [Math.min(y0, p[i + 1]), Math.max(y1, p[i + 1])];
  }
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  const scale = Math.hypot(m[0], m[4]);
  return {
    x: m[0] * x + m[1] * y + m[3],
    y: m[4] * x + m[5] * y + m[7],
    cos: m[0] / scale,
    sin: m[4] / scale,
    halfLength: (scale * (x1 - x0)) / 2,
    halfWidth: (scale * (y1 - y0)) / 2,
  };
}

/** Whether two rectangles are closer than `gap` (by the axis that separates them most: Gottschalk 1996). */
export function areClose(a: GroundOutline, b: GroundOutline, gap: number): boolean {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const cos = Math.abs(a.cos * b.cos + a.sin * b.sin);
  const sin = Math.abs(a.cos * b.sin - a.sin * b.cos);
  const along = ({ cos: c, sin: s }: GroundOutline) => Math.abs(dx * c + dy * s);
  const across = ({ cos: c, sin: s }: GroundOutline) => Math.abs(dy * c - dx * s);
  return (
    along(a) < a.halfLength + b.halfLength * cos + b.halfWidth * sin + gap &&
    across(a) < a.halfWidth + b.halfLength * sin + b.halfWidth * cos + gap &&
    along(b) < b.halfLength + a.halfLength * cos + a.halfWidth * sin + gap &&
    across(b) < b.halfWidth + a.halfLength * sin + a.halfWidth * cos + gap
  );
}

/** Edge of a cell in which rectangles are looked up, metres. */
const CELL = 8;

/** Rectangles on the ground that must not overlap. */
export class Footprints {
  private readonly cells = new Map<string, GroundOutline[]>();

  /** Takes the rectangle if it keeps `gap` metres from all others, and returns whether it does. */
  take(footprint: GroundOutline, gap: number): boolean {
    const near = cellsOf(footprint, gap).flatMap((cell) => this.cells.get(cell) ?? []);
    if (near.some((other) => areClose(footprint, other, gap))) return false;
    this.add(footprint);
    return true;
  }

  /** Takes the rectangle, even if it overlaps others. */
  add(footprint: GroundOutline): void {
    for (const cell of cellsOf(footprint, 0)) {
      const list = this.cells.get(cell);
      if (list) list.push(footprint);
      else this.cells.set(cell, [footprint]);
    }
  }
}

/** Keys of the cells within `gap` of a rectangle's box. */
function cellsOf({ x, y, cos, sin, halfLength, halfWidth }: GroundOutline, gap: number): string[] {
  const reachX = Math.abs(cos) * halfLength + Math.abs(sin) * halfWidth + gap;
  const reachY = Math.abs(sin) * halfLength + Math.abs(cos) * halfWidth + gap;
  const keys: string[] = [];
  for (let i = Math.floor((x - reachX) / CELL); i <= Math.floor((x + reachX) / CELL); i++)
    for (let j = Math.floor((y - reachY) / CELL); j <= Math.floor((y + reachY) / CELL); j++) keys.push(`${i} ${j}`);
  return keys;
}
