import type { CodedPoints } from './coded-points.js';

/** Points column by column, all in one memory. */
export interface ColumnBlock {
  count: number;
  columns: Uint8Array<ArrayBuffer>[];
}

/** Room for points at first: many files are small. */
const FIRST_POINTS = 4096;

/** Columns begin at multiples of it, so that they can be read as numbers of any type. */
const ALIGN = 8;

/** Collects points column by column, in blocks of up to `capacity` points, and makes room for them as they arrive. */
export class ColumnBlocks {
  /** Points in the block so far. */
  filled = 0;
  private readonly widths: readonly number[];
  private readonly capacity: number;
  private room: number;
  private columns: Uint8Array<ArrayBuffer>[];

  /** `widths`: bytes of a point in each column. */
  constructor(widths: readonly number[], capacity: number) {
    this.widths = widths;
    this.capacity = capacity;
    this.room = Math.min(FIRST_POINTS, capacity);
    this.columns = this.columnsIn(new ArrayBuffer(this.bytesOf(this.room)));
  }

  /** Takes points, and gives blocks away as they fill; `give` may return memory of a full block for the next one. */
  async add(
    { count, bytes }: CodedPoints,
    give: (block: ColumnBlock) => Promise<ArrayBuffer | undefined>,
  ): Promise<void> {
    for (let first = 0; first < count; ) {
      const some = Math.min(count - first, this.capacity - this.filled);
      this.makeRoom(this.filled + some);
      for (const [k, width] of this.widths.entries())
        this.columns[k].set(bytes[k].subarray(first * width, (first + some) * width), this.filled * width);
      this.filled += some;
      first += some;
      if (this.filled === this.capacity) this.begin(await give(this.take()));
    }
  }

  /** The points so far; the caller owns their memory. */
  take(): ColumnBlock {
    const { filled: count, widths } = this;
    this.filled = 0;
    return { count, columns: this.columns.map((column, k) => column.subarray(0, count * widths[k])) };
  }

  /** Memory of a block that was given away is used for the next one, if it is large enough. */
  private begin(memory: ArrayBuffer | undefined): void {
    this.room = this.capacity;
    const bytes = this.bytesOf(this.capacity);
    this.columns = this.columnsIn(memory && memory.byteLength >= bytes ? memory : new ArrayBuffer(bytes));
  }

  private makeRoom(points: number): void {
    if (points <= this.room) return;
    this.room = Math.min(Math.max(points, 2 * this.room), this.capacity);
    const before = this.columns;
    this.columns = this.columnsIn(new ArrayBuffer(this.bytesOf(this.room)));
    for (const [k, width] of this.widths.entries()) this.columns[k].set(before[k].subarray(0, this.filled * width));
  }

  private columnsIn(memory: ArrayBuffer): Uint8Array<ArrayBuffer>[] {
    let at = 0;
    return this.widths.map((width) => {
      const column = new Uint8Array(memory, at, width * this.room);
      at += aligned(width * this.room);
      return column;
    });
  }

  private bytesOf(points: number): number {
    return this.widths.reduce((sum, width) => sum + aligned(width * points), 0);
  }
}

const aligned = (bytes: number): number => Math.ceil(bytes / ALIGN) * ALIGN;
