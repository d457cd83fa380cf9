import { type SourcePlace, UserError } from '../base/errors.js';

/** Cells that fit the table's memory: 2²⁷ places of 12 bytes. */
const CELLS_MAX = 2 ** 26;
const PLACES_AT_FIRST = 2 ** 12;
/** No cell has this number: the allowed range is one less on either side. */
const EMPTY = -(2 ** 31);
const REACH = 2 ** 31 - 1;
const LESS = 'take larger cells, or crop the cloud';

/**
 * A set of cells of a grid, by their exact numbers: a table with open addressing, at most half full, of 12 bytes a
 * place. Numbers are kept relative to the first cell.
 */
export class CellSet {
  size = 0;
  private cells = new Int32Array(3 * PLACES_AT_FIRST).fill(EMPTY);
  private origin: readonly [number, number, number] | undefined;

  /**
   * Adds the cell with these whole numbers; returns whether it is new. Throws UserError, at `place`, for a cell too far
   * from the first, and for too many cells.
   */
  add(i: number, j: number, k: number, place?: SourcePlace): boolean {
    this.origin ??= [i, j, k];
    const [a, b, c] = [i - this.origin[0], j - this.origin[1], k - this.origin[2]];
    if (!(Math.abs(a) <= REACH && Math.abs(b) <= REACH && Math.abs(c) <= REACH))
      throw new UserError(`points are more than ${REACH} cells apart`, { place, hint: LESS });
    const at = placeOf(this.cells, a, b, c);
    if (this.cells[at] !== EMPTY) return false;
    if (this.size >= CELLS_MAX) throw new UserError(`more than ${CELLS_MAX} cells have points`, { place, hint: LESS });
    store(this.cells, at, a, b, c);
    this.size++;
    if (6 * this.size > this.cells.length) this.grow();
    return true;
  }

  private grow(): void {
    const larger = new Int32Array(2 * this.cells.length).fill(EMPTY);
    for (let at = 0; at < this.cells.length; at += 3) {
      const [a, b, c] = [this.cells[at], this.cells[at + 1], this.cells[at + 2]];
      if (a !== EMPTY) store(larger, placeOf(larger, a, b, c), a, b, c);
    }
    this.cells = larger;
  }
}

/** Index of a cell's first number, or of the empty slot for it. */
function placeOf(cells: Int32Array, a: number, b: number, c: number): number {
  const places = cells.length / 3;
  let place = hash(a, b, c) & (places - 1);
  for (;;) {
    const at = 3 * place;
    if (cells[at] === EMPTY || (cells[at] === a && cells[at + 1] === b && cells[at + 2] === c)) return at;
    place = (place + 1) & (places - 1);
  }
}

function store(cells: Int32Array, at: number, a: number, b: number, c: number): void {
  cells[at] = a;
  cells[at + 1] = b;
  cells[at + 2] = c;
}

/** Mixes three numbers into 32 bits (Teschner et al. 2003 for the primes; the finalizer is MurmurHash3's). */
function hash(a: number, b: number, c: number): number {
  let h = Math.imul(a, 73_856_093) ^ Math.imul(b, 19_349_663) ^ Math.imul(c, 83_492_791);
  h = Math.imul(h ^ (h >>> 16), 0x85eb_ca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2_ae35);
  return h ^ (h >>> 16);
}
