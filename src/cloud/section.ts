import { UserError } from '../base/errors.js';
import { isSomewhere } from './is-somewhere.js';
import type { PointBatch } from './point-batch.js';
import { SectionLine } from './section-line.js';

/** A slice of the world between two vertical planes, metres. Plain data. */
export interface SectionPlace {
  /** Its start and its end: x, y. */
  from: readonly [number, number];
  to: readonly [number, number];
  /** Distance between the two planes, half of it on either side. */
  width: number;
  /** Range of heights; absent: all. */
  zMin?: number;
  zMax?: number;
}

/** The points of a section, in the order of the cloud. Plain data. */
export interface SectionPoints {
  place: SectionPlace;
  /** Length from its start to its end, metres. */
  length: number;
  count: number;
  /** Number of each point in the cloud. */
  numbers: Float64Array<ArrayBuffer>;
  /** Metres from its start. */
  along: Float64Array<ArrayBuffer>;
  /** Metres from the line, positive to its right. */
  across: Float64Array<ArrayBuffer>;
  height: Float64Array<ArrayBuffer>;
}

type Column = 'numbers' | 'along' | 'across' | 'height';
const FIRST_ROOM = 4096;

/** Collects the points of a section, batch by batch. Throws UserError for a section without length, width or height. */
export class SectionCollector {
  private readonly place: SectionPlace;
  private readonly line: SectionLine;
  private count = 0;
  private columns: Record<Column, Float64Array<ArrayBuffer>> = columnsFor(FIRST_ROOM);

  constructor(place: SectionPlace) {
    const { from, to, width, zMin = -Infinity, zMax = Infinity } = place;
    this.place = place;
    this.line = new SectionLine([from, to]);
    const refuse = (name: string, found: string, expected: string) => {
      throw new UserError(`${name}: found ${found}, expected ${expected}`);
    };
    if (!(width > 0 && Number.isFinite(width))) refuse('width', String(width), 'a number of metres > 0');
    if (!(zMax >= zMin)) refuse('zMax', String(zMax), `a number from zMin = ${zMin} on`);
  }

  /**
   * Adds the points of a batch that lie in the section, and returns their numbers; `first` is that of the batch's first
   * point.
   */
  add({ count, x, y, z }: Pick<PointBatch, 'count' | 'x' | 'y' | 'z'>, first: number): Float64Array {
    const { place, line, count: before } = this;
    const { zMin = -Infinity, zMax = Infinity } = place;
    const reach = place.width / 2;
    for (let i = 0; i < count; i++) {
      if (!(z[i] >= zMin && z[i] <= zMax && line.place(x[i], y[i], reach))) continue;
      if (!isSomewhere(x[i], y[i], z[i])) continue;
      this.push(first + i, line.along, line.across, z[i]);
    }
    return this.columns.numbers.subarray(before, this.count);
  }

  /** The points so far. */
  result(): SectionPoints {
    const { place, line, count, columns } = this;
    const whole = (column: Column) => columns[column].slice(0, count);
    return {
      ...{ place, length: line.length, count, numbers: whole('numbers'), along: whole('along') },
      ...{ across: whole('across'), height: whole('height') },
    };
  }

  private push(number: number, along: number, across: number, height: number): void {
    if (this.count === this.columns.numbers.length) {
      const larger = columnsFor(2 * this.count);
      for (const column of Object.keys(larger) as Column[]) larger[column].set(this.columns[column]);
      this.columns = larger;
    }
    const { columns } = this;
    columns.numbers[this.count] = number;
    columns.along[this.count] = along;
    columns.across[this.count] = across;
    columns.height[this.count++] = height;
  }
}

const columnsFor = (room: number): Record<Column, Float64Array<ArrayBuffer>> => ({
  numbers: new Float64Array(room),
  along: new Float64Array(room),
  across: new Float64Array(room),
  height: new Float64Array(room),
});
