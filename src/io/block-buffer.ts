import type { OutputFile } from '../base/files/files.js';

/** Large enough that a system call costs nothing beside it, small enough for the processor's cache. */
const BLOCK_BYTES = 4 * 1024 * 1024;

/**
 * Two blocks in front of a file: while one is on its way to the disk the other is filled.
 * An error of a write under way shows at the next call.
 */
export class BlockBuffer {
  private readonly file: OutputFile;
  private block: DataView;
  private spare: DataView;
  private used = 0;
  private inFlight: Promise<void> = Promise.resolve();

  constructor(file: OutputFile, blockBytes = BLOCK_BYTES) {
    this.file = file;
    this.block = new DataView(new ArrayBuffer(blockBytes));
    this.spare = new DataView(new ArrayBuffer(blockBytes));
  }

  /** Where the next bytes go: at `used` of this view, `free` of them. Changes with every flush. */
  get view(): DataView {
    return this.block;
  }

  get position(): number {
    return this.used;
  }

  get free(): number {
    return this.block.byteLength - this.used;
  }

  /** Counts `bytes` that were put at `position` of `view`. */
  advance(bytes: number): void {
    this.used += bytes;
  }

  /** Appends a copy of `bytes`, of any length. */
  async append(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length; ) {
      if (this.free === 0) await this.flush();
      const part = bytes.subarray(from, from + this.free);
      new Uint8Array(this.block.buffer).set(part, this.used);
      this.advance(part.length);
      from += part.length;
    }
  }

  /**
   * Appends `count` records of `recordLength` bytes, as many at a time as the block has room for: `store` puts `some` of
   * them, from number `first` on, at `at` of `view`. Precondition: a block holds a record.
   */
  async appendRecords(
    count: number,
    recordLength: number,
    store: (view: DataView, at: number, first: number, some: number) => void,
  ): Promise<void> {
    for (let first = 0; first < count; ) {
      if (this.free < recordLength) await this.flush();
      const some = Math.min(count - first, Math.floor(this.free / recordLength));
      store(this.block, this.used, first, some);
      this.advance(some * recordLength);
      first += some;
    }
  }

  /** Starts writing what is there; resolves as soon as the other block may be filled. */
  async flush(): Promise<void> {
    await this.inFlight;
    if (this.used === 0) return;
    this.inFlight = this.file.append(new Uint8Array(this.block.buffer, 0, this.used));
    // The failure is for the next flush to report, not for the process to die of.
    this.inFlight.catch(() => {});
    [this.block, this.spare] = [this.spare, this.block];
    this.used = 0;
  }

  /** Writes everything and waits for it. */
  async drain(): Promise<void> {
    await this.flush();
    await this.inFlight;
  }

  /** Waits until no write is under way, whatever came of it. */
  async settle(): Promise<void> {
    await this.inFlight.catch(() => {});
  }
}
