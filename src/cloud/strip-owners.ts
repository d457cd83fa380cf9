import { type SourcePlace, UserError } from '../base/errors.js';
import { isSomewhere } from './is-somewhere.js';
import { isMiss, MISS_KEYS } from './misses.js';
import type { PointColumns } from './point-batch.js';

/** Cells along the side of a page, and in it. */
const SIDE = 64;
const CELLS = SIDE * SIDE;
/** 400 MB of pages, of 6 bytes a cell. */
const PAGES_MAX = 2 ** 14;
/** Columns and rows of pages lie within this many on either side of zero, so that a number holds both. */
const PLACES = 2 ** 25;
const LESS = 'take larger cells, or crop the cloud';

/** Strips and the least angles of their owners, cell by cell. */
interface Page {
  strips: Uint16Array;
  /** Radians from the nadir; Infinity: the cell has no owner. */
  angles: Float32Array;
}

/** Columns by which owners are found, and by which points are held against them. */
export const OWNER_COLUMNS = ['x', 'y', 'z', 'scanAngle', 'pointSourceId', ...MISS_KEYS] as const;
export const MARKED_COLUMNS = ['x', 'y', 'z', 'pointSourceId', ...MISS_KEYS] as const;

/**
 * Owners of square cells of the plane, whose edges are multiples of their side: of the strips with points in a cell,
 * the one that saw any of them at the least angle from the nadir; of equal ones, that of the lowest number. So owners
 * do not depend on the order of the points. Memory grows with the area, up to 400 MB.
 */
export class StripOwners {
  private readonly pages = new Map<number, Page>();
  private readonly cell: number;
  private readonly found = new Set<number>();
  private hasAngles = false;
  /** The page of the point before, which mostly holds the next. */
  private last: { key: number; page?: Page } = { key: Number.NaN };

  /** `cell`: side of a cell, in the unit of x and y. */
  constructor(cell: number) {
    this.cell = cell;
  }

  /** Numbers of the strips so far. */
  get strips(): ReadonlySet<number> {
    return this.found;
  }

  /** Whether any angle is another than 0. */
  get areAngled(): boolean {
    return this.hasAngles;
  }

  /**
   * Adds points; `unnumbered` is the strip of those with number 0. Points without a place or an angle own nothing, nor
   * do misses.
   * Throws UserError, at `place`, for too many cells.
   */
  add(points: PointColumns<(typeof OWNER_COLUMNS)[number]>, unnumbered: number, place: SourcePlace): void {
    const { count, x, y, z, scanAngle, pointSourceId } = points;
    for (let i = 0; i < count; i++) {
      if (!isSomewhere(x[i], y[i], z[i]) || isMiss(points, i)) continue;
      const strip = pointSourceId[i] || unnumbered;
      this.found.add(strip);
      const angle = Math.abs(scanAngle[i]);
      if (angle > 0) this.hasAngles = true;
      const [column, row] = [Math.floor(x[i] / this.cell), Math.floor(y[i] / this.cell)];
      const { strips, angles } = this.pageOf(column, row, place);
      const at = placeIn(column, row);
      if (angle < angles[at] || (angle === angles[at] && strip < strips[at])) {
        angles[at] = angle;
        strips[at] = strip;
      }
    }
  }

  /** 1 for points in cells that another strip owns, 0 for others, misses included. */
  mark(points: PointColumns<(typeof MARKED_COLUMNS)[number]>, unnumbered: number): Uint8Array {
    const { count, x, y, z, pointSourceId } = points;
    const flags = new Uint8Array(count);
    for (let i = 0; i < count; i++) {
      if (!isSomewhere(x[i], y[i], z[i]) || isMiss(points, i)) continue;
      const [column, row] = [Math.floor(x[i] / this.cell), Math.floor(y[i] / this.cell)];
      const page = this.known(keyOf(column, row));
      const at = placeIn(column, row);
      if (page && page.angles[at] < Infinity && page.strips[at] !== (pointSourceId[i] || unnumbered)) flags[i] = 1;
    }
    return flags;
  }

  private pageOf(column: number, row: number, place: SourcePlace): Page {
    const key = keyOf(column, row);
    const known = this.known(key);
    if (known) return known;
    if (!(Math.abs(column) < SIDE * PLACES && Math.abs(row) < SIDE * PLACES))
      throw new UserError(`points are more than ${SIDE * PLACES} cells from 0, 0`, { place, hint: LESS });
    if (this.pages.size >= PAGES_MAX)
      throw new UserError(`points lie in more than ${PAGES_MAX} squares of ${SIDE} x ${SIDE} cells`, {
        place,
        hint: LESS,
      });
    const page = { strips: new Uint16Array(CELLS), angles: new Float32Array(CELLS).fill(Infinity) };
    this.pages.set(key, page);
    this.last = { key, page };
    return page;
  }

  private known(key: number): Page | undefined {
    if (key !== this.last.key) this.last = { key, page: this.pages.get(key) };
    return this.last.page;
  }
}

const keyOf = (column: number, row: number): number =>
  Math.floor(column / SIDE) * 2 * PLACES + Math.floor(row / SIDE) + PLACES;

/** The cell in its page, also of negative numbers. */
const placeIn = (column: number, row: number): number => SIDE * (row & (SIDE - 1)) + (column & (SIDE - 1));
