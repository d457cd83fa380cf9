import { invariant } from '../../base/errors.js';
import type { ScratchFile } from '../../base/files/files.js';

/** Bytes of a page: a read or write of the disk. */
const PAGE_BYTES = 1 << 17;

/** Consecutive records of a pile, in memory or in a slot of the scratch file. */
interface Page {
  bytes: Uint8Array<ArrayBuffer> | undefined;
  /** Its slot in the scratch file; undefined in memory. */
  slot: number | undefined;
  used: number;
}

/** A page that is being filled. */
interface OpenPage extends Page {
  bytes: Uint8Array<ArrayBuffer>;
  view: DataView;
}

/** Room on disk for piles that memory does not hold. */
export interface ScratchRoom {
  openScratch(): Promise<ScratchFile>;
}

export interface RecordPilesOptions {
  /** Bytes of pages in memory after `relieve`. */
  memoryBytes: number;
  /** Bytes of a page; at least a record. Absent: 128 KiB. */
  pageBytes?: number;
}

/** Piles of records, in memory and, once they have more than `memoryBytes`, in a scratch file. */
export class RecordPiles {
  readonly pageBytes: number;
  private readonly memoryBytes: number;
  private held = 0;
  private readonly piles = new Set<RecordPile>();
  /** Complete pages in memory, the oldest first; those without bytes have been given away. */
  private complete: Page[] = [];
  private scratch: ScratchFile | undefined;
  private readonly freeSlots: number[] = [];
  private slots = 0;

  constructor({ memoryBytes, pageBytes = PAGE_BYTES }: RecordPilesOptions) {
    this.memoryBytes = memoryBytes;
    this.pageBytes = pageBytes;
  }

  /** An empty pile of records of `recordBytes`. */
  pile(recordBytes: number): RecordPile {
    const pile = new RecordPile(this, recordBytes);
    this.piles.add(pile);
    return pile;
  }

  /** Moves pages to the scratch file if memory holds too many. Call it between runs of records. */
  async relieve(room: ScratchRoom): Promise<void> {
    if (this.held <= this.memoryBytes) return;
    this.scratch ??= await room.openScratch();
    await this.moveComplete(this.scratch);
    if (this.held <= this.memoryBytes) return;
    for (const pile of this.piles) pile.completePage();
    await this.moveComplete(this.scratch);
  }

  /** Registers a page that can be moved. */
  noteComplete(page: Page): void {
    this.complete.push(page);
  }

  newPage(): OpenPage {
    this.held += this.pageBytes;
    const bytes = new Uint8Array(this.pageBytes);
    return { bytes, view: new DataView(bytes.buffer), slot: undefined, used: 0 };
  }

  /** The bytes of a page. */
  async load(page: Page): Promise<Uint8Array> {
    if (page.bytes) return page.bytes.subarray(0, page.used);
    invariant(this.scratch && page.slot !== undefined, 'a page is in memory or in the scratch file');
    const bytes = new Uint8Array(page.used);
    await this.scratch.read(bytes, page.slot * this.pageBytes);
    return bytes;
  }

  /** Frees the memory or the place of a page. */
  free(page: Page): void {
    if (page.slot !== undefined) this.freeSlots.push(page.slot);
    else if (page.bytes) this.held -= this.pageBytes;
    page.bytes = undefined;
  }

  forget(pile: RecordPile): void {
    this.piles.delete(pile);
  }

  /** Moves complete pages until half of the memory is free. */
  private async moveComplete(scratch: ScratchFile): Promise<void> {
    let moved = 0;
    while (moved < this.complete.length && this.held > this.memoryBytes / 2) {
      const page = this.complete[moved++];
      if (!page.bytes) continue;
      page.slot = this.freeSlots.pop() ?? this.slots++;
      await scratch.write(page.bytes.subarray(0, page.used), page.slot * this.pageBytes);
      page.bytes = undefined;
      this.held -= this.pageBytes;
    }
    this.complete = this.complete.slice(moved);
  }
}

/** Records of the same length in the order in which they were added. */
export class RecordPile {
  readonly recordBytes: number;
  /** Records added. */
  count = 0;
  /** The page that is being filled. */
  private page: OpenPage | undefined;
  private pages: Page[] = [];
  private readonly store: RecordPiles;

  constructor(store: RecordPiles, recordBytes: number) {
    invariant(recordBytes <= store.pageBytes, 'a page holds a record');
    this.store = store;
    this.recordBytes = recordBytes;
  }

  /** Bytes of all records. */
  get bytes(): number {
    return this.count * this.recordBytes;
  }

  /** Room for the next records: `free` of them, at least one. Call `advance` afterwards. */
  place(): { bytes: Uint8Array<ArrayBuffer>; view: DataView; at: number; free: number } {
    if (this.page && this.page.used + this.recordBytes > this.page.bytes.length) this.completePage();
    this.page ??= this.store.newPage();
    const { bytes, view, used } = this.page;
    return { bytes, view, at: used, free: Math.floor((bytes.length - used) / this.recordBytes) };
  }

  /** Counts `records` that were written at `place`. */
  advance(records: number): void {
    invariant(this.page, 'records are written where place says');
    this.page.used += records * this.recordBytes;
    this.count += records;
  }

  /** Adds whole records. */
  append(records: Uint8Array): void {
    for (let from = 0; from < records.length; ) {
      const { bytes, at, free } = this.place();
      const some = records.subarray(from, from + free * this.recordBytes);
      bytes.set(some, at);
      this.advance(some.length / this.recordBytes);
      from += some.length;
    }
  }

  /** Starts a new page with the next record. */
  completePage(): void {
    if (!this.page) return;
    const { bytes, slot, used } = this.page;
    const page = { bytes, slot, used };
    this.pages.push(page);
    this.store.noteComplete(page);
    this.page = undefined;
  }

  /** Yields the records, some at a time. */
  async *read(): AsyncGenerator<Uint8Array> {
    this.completePage();
    for (const page of this.pages) yield await this.store.load(page);
  }

  /** Yields the records, some at a time, each batch valid until the next; empties the pile. */
  async *drain(): AsyncGenerator<Uint8Array> {
    this.completePage();
    const { pages } = this;
    this.pages = [];
    for (const page of pages) {
      const bytes = await this.store.load(page);
      this.store.free(page);
      yield bytes;
    }
    this.count = 0;
    this.store.forget(this);
  }

  /** All records in one piece of memory from `findBytes`; empties the pile. */
  async take(findBytes = (bytes: number): Uint8Array => new Uint8Array(bytes)): Promise<Uint8Array> {
    const all = findBytes(this.bytes);
    let at = 0;
    for await (const block of this.drain()) {
      all.set(block, at);
      at += block.length;
    }
    return all;
  }
}
