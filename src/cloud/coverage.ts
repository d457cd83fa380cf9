import { isSomewhere } from './is-somewhere.js';
import { isMiss, type MissColumns } from './misses.js';
import type { PointColumns } from './point-batch.js';

/** The area that a cloud and its strips cover, in square cells of the plane. A strip: points of one point source id. */
export interface Coverage {
  /** Side of a cell, in the unit of x and y: a power of two. */
  cell: number;
  /** Cells with points; of these, those with points of more than one strip. */
  cells: number;
  overlapping: number;
  /** Pulses with returns, counted by their first ones; points without return numbers count as such. */
  pulses: number;
  /** Of each strip, by point source id; none where there are too many to tell apart. */
  strips: Record<number, { pulses: number; cells: number }>;
}

type Columns = PointColumns<'x' | 'y' | 'z' | 'returnNumber' | 'pointSourceId'> & Partial<MissColumns>;

/** Cells along the side of a page, and 32-bit words of a page: a bit for each cell, two words a row. */
const SIDE = 64;
const WORDS = (SIDE * SIDE) / 32;

/** Pages of one strip by the number of their column and row. */
type Pages = Map<number, Uint32Array>;

/** The cells with points of each strip, as plain data. */
export interface CellsOfStrips {
  /** Cells have the side 2^exponent; their edges are multiples of it. */
  exponent: number;
  strips: Map<number, Pages>;
  pulses: Map<number, number>;
}

/** 1.6 cm of metres. */
const FIRST_EXPONENT = -6;
/**
 * 4,096 pages of 512 bytes, and one more for each strip: so many strips have a grid that is coarse enough, with four
 * pages each where they lie about the origin.
 */
const PAGES_MAX = 2 ** 12;
/** More strips than these are not told apart: numbers of other things, such as buildings, stand in their place. */
const STRIPS_MAX = 2 ** 10;
/** The number of all strips together. */
const ALL = -1;
/** Columns and rows of pages lie within this many on either side of zero, so that a number holds both. */
const PLACES = 2 ** 25;
/** Fewer points a cell on average would leave cells empty by chance within the area that is covered. */
const POINTS_A_CELL = 16;
/** Fewer cells tell little of an area. */
const CELLS_MIN = 16;

/**
 * Gathers the cells that points lie in, batch by batch in bounded memory. Cells are as small as memory allows, and so
 * do not depend on the order of the points. Several collectors can be added up, in any order.
 */
export class CoverageCollector {
  private grid: CellsOfStrips = { exponent: FIRST_EXPONENT, strips: new Map(), pulses: new Map() };
  private pages = 0;

  /** Adds the first `count` points of the columns. */
  add(columns: Columns): void {
    const { count, x, y, z, returnNumber, pointSourceId } = columns;
    let perPage = this.perPage;
    let strip = -1;
    let pulses = 0;
    // The page of the point before, and its place.
    let page: Uint32Array | undefined;
    let column = 0;
    let row = 0;
    for (let i = 0; i < count; i++) {
      if (!isSomewhere(x[i], y[i], z[i]) || isMiss(columns, i)) continue;
      if (pointSourceId[i] !== strip) {
        this.countPulses(strip, pulses);
        strip = pointSourceId[i];
        pulses = 0;
        page = undefined;
      }
      if (returnNumber[i] <= 1) pulses++;
      let u = x[i] * perPage - column;
      let v = y[i] * perPage - row;
      if (page === undefined || u < 0 || u >= 1 || v < 0 || v >= 1) {
        page = this.pageOver(strip, x[i], y[i]);
        perPage = this.perPage;
        column = Math.floor(x[i] * perPage);
        row = Math.floor(y[i] * perPage);
        u = x[i] * perPage - column;
        v = y[i] * perPage - row;
      }
      // Below 64 each: whole numbers of 31 bits.
      const cell = SIDE * ((SIDE * v) | 0) + ((SIDE * u) | 0);
      page[cell >>> 5] |= 1 << (cell & 31);
    }
    this.countPulses(strip, pulses);
  }

  /** The data gathered so far; not a copy. */
  parts(): CellsOfStrips {
    return this.grid;
  }

  /** Adds the data gathered by another collector. */
  addParts(other: CellsOfStrips): void {
    let added = other;
    while (added.exponent < this.grid.exponent) added = coarsened(added);
    while (this.grid.exponent < added.exponent) this.coarsen();
    for (const [strip, pages] of added.strips)
      for (const [key, page] of pages) {
        const own = pageOf(this.grid, strip, key);
        for (let k = 0; k < WORDS; k++) own[k] |= page[k];
      }
    for (const [strip, pulses] of added.pulses) this.countPulses(strip, pulses);
    if (this.grid.strips.size > STRIPS_MAX || this.grid.strips.has(ALL)) this.join();
    this.pages = pageCount(this.grid);
    while (this.pages > this.pagesMax) this.coarsen();
  }

  /** The area of all points so far, `points` in number; undefined of so few that they tell none. */
  result(points: number): Coverage | undefined {
    let grid = this.grid;
    let covered = coveredCells(grid);
    while (covered.cells * POINTS_A_CELL > points && covered.cells >= CELLS_MIN) {
      grid = coarsened(grid);
      covered = coveredCells(grid);
    }
    if (covered.cells < CELLS_MIN) return undefined;
    const strips = [...grid.strips]
      .filter(([strip]) => strip !== ALL)
      .map(([strip, pages]) => {
        const cells = [...pages.values()].reduce((sum, page) => sum + bitCount(page), 0);
        return [strip, { pulses: grid.pulses.get(strip) ?? 0, cells }] as const;
      });
    const pulses = [...grid.pulses.values()].reduce((sum, some) => sum + some, 0);
    return { cell: 2 ** grid.exponent, ...covered, pulses, strips: Object.fromEntries(strips) };
  }

  private get perPage(): number {
    return 2 ** -this.grid.exponent / SIDE;
  }

  private get pagesMax(): number {
    return PAGES_MAX + this.grid.strips.size;
  }

  private countPulses(strip: number, pulses: number): void {
    if (pulses > 0) this.grid.pulses.set(strip, (this.grid.pulses.get(strip) ?? 0) + pulses);
  }

  /** The page with a place; the grid may become coarser for it. */
  private pageOver(strip: number, x: number, y: number): Uint32Array {
    for (;;) {
      const column = Math.floor(x * this.perPage);
      const row = Math.floor(y * this.perPage);
      const isNear = Math.abs(column) < PLACES && Math.abs(row) < PLACES;
      if (isNear) {
        const key = keyOf(column, row);
        const own = this.grid.strips.has(ALL) ? ALL : strip;
        const page = this.grid.strips.get(own)?.get(key) ?? this.newPage(own, key);
        if (page) return page;
      } else this.coarsen();
    }
  }

  /** A page that is missing; undefined if the grid had to become coarser. */
  private newPage(strip: number, key: number): Uint32Array | undefined {
    const page = pageOf(this.grid, strip, key);
    if (this.grid.strips.size > STRIPS_MAX) {
      this.join();
      return undefined;
    }
    if (++this.pages <= this.pagesMax) return page;
    while (this.pages > this.pagesMax) this.coarsen();
    return undefined;
  }

  /** Tells strips apart no longer. */
  private join(): void {
    const joined: CellsOfStrips = { ...this.grid, strips: new Map() };
    for (const pages of this.grid.strips.values())
      for (const [key, page] of pages) {
        const all = pageOf(joined, ALL, key);
        for (let k = 0; k < WORDS; k++) all[k] |= page[k];
      }
    this.grid = joined;
    this.pages = pageCount(joined);
    while (this.pages > this.pagesMax) this.coarsen();
  }

  private coarsen(): void {
    this.grid = coarsened(this.grid);
    this.pages = pageCount(this.grid);
  }
}

const keyOf = (column: number, row: number): number => (row + PLACES) * 2 * PLACES + column + PLACES;
const columnOf = (key: number): number => (key % (2 * PLACES)) - PLACES;
const rowOf = (key: number): number => Math.floor(key / (2 * PLACES)) - PLACES;

/** The page of a strip, which is made if it is missing. */
function pageOf({ strips }: CellsOfStrips, strip: number, key: number): Uint32Array {
  const pages: Pages = strips.get(strip) ?? new Map();
  const page = pages.get(key) ?? new Uint32Array(WORDS);
  strips.set(strip, pages);
  pages.set(key, page);
  return page;
}

const pageCount = ({ strips }: CellsOfStrips): number => [...strips.values()].reduce((sum, { size }) => sum + size, 0);

/** The same in cells twice as wide. */
function coarsened({ exponent, strips, pulses }: CellsOfStrips): CellsOfStrips {
  const grid: CellsOfStrips = { exponent: exponent + 1, strips: new Map(), pulses };
  for (const [strip, pages] of strips)
    for (const [key, page] of pages) {
      const [column, row] = [columnOf(key), rowOf(key)];
      const target = pageOf(grid, strip, keyOf(column >> 1, row >> 1));
      // A quarter of a page: half of the words of half of its rows.
      for (let y = 0; y < SIDE; y += 2) {
        const low = everySecond(page[2 * y] | page[2 * y + 2]);
        const high = everySecond(page[2 * y + 1] | page[2 * y + 3]);
        target[SIDE * (row & 1) + y + (column & 1)] |= low | (high << 16);
      }
    }
  return grid;
}

/** 16 bits, each set if one of two neighbours is (Warren 2012, "Hacker's Delight", 7-4). */
function everySecond(word: number): number {
  let bits = (word | (word >>> 1)) & 0x5555_5555;
  bits = (bits | (bits >>> 1)) & 0x3333_3333;
  bits = (bits | (bits >>> 2)) & 0x0f0f_0f0f;
  bits = (bits | (bits >>> 4)) & 0x00ff_00ff;
  return (bits | (bits >>> 8)) & 0xffff;
}

/** Cells with points, and those with points of several strips. */
function coveredCells({ strips }: CellsOfStrips): Pick<Coverage, 'cells' | 'overlapping'> {
  const [once, again]: [Pages, Pages] = [new Map(), new Map()];
  for (const pages of strips.values())
    for (const [key, page] of pages) {
      const first = once.get(key);
      if (first === undefined) {
        once.set(key, page.slice());
        continue;
      }
      const more = again.get(key) ?? new Uint32Array(WORDS);
      again.set(key, more);
      for (let k = 0; k < WORDS; k++) {
        more[k] |= first[k] & page[k];
        first[k] |= page[k];
      }
    }
  const sum = (pages: Pages) => [...pages.values()].reduce((total, page) => total + bitCount(page), 0);
  return { cells: sum(once), overlapping: sum(again) };
}

function bitCount(page: Uint32Array): number {
  let count = 0;
  for (const word of page) {
    let bits = word - ((word >>> 1) & 0x5555_5555);
    bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
    count += Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
  }
  return count;
}
