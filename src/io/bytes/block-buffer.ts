import type { OutputFile, ScratchFile } from '../../base/files/files.js';

/** Large enough to make the cost of a system call negligible, small enough for the processor's cache. */
const BLOCK_BYTES = 4 * 1024 * 1024;

/**
 * Size of the first block, since most files of a data set are small; holds the longest record of LAS (65,535 bytes).
 */
const FIRST_BYTES = 64 * 1024;

/** Growth from block to block. Memory that a small file does not fill still has to be cleared and collected. */
const GROWTH = 8;

/**
 * Two blocks in front of a file: one is filled while the other is written to disk. The next call throws the error of a
 * pending write.
 */
export class BlockBuffer {
  private readonly file: OutputFile;
  private readonly blockBytes: number;
  private block: DataView;
  private spare: DataView | undefined;
  private used = 0;
  private inFlight: Promise<void> = Promise.resolve();

  constructor(file: OutputFile, blockBytes = BLOCK_BYTES) {
    this.file = file;
    this.blockBytes = blockBytes;
    this.block = new DataView(new ArrayBuffer(Math.min(FIRST_BYTES, blockBytes)));
  }

  /** Buffer for the next bytes: at `used` of this view, `free` of them. Changes with every flush. */
  get view(): DataView {
    return this.block;
  }

  get position(): number {
    return this.used;
  }

  get free(): number {
    return this.block.byteLength - this.used;
  }

  /** Counts `bytes` written at `position` of `view`. */
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
   * Appends `count` records of `recordLength` bytes, as many at a time as the block has room for. `store` writes `some`
   * of them, starting with number `first`, at `at` of `view`. Precondition: a block holds a record.
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

  /** Opens a file for data that are added to this one later; see OutputFile. */
  openScratch(): Promise<ScratchFile> {
    return this.file.openScratch();
  }

  /** Starts writing the buffered bytes; resolves as soon as the other block may be filled. */
  async flush(): Promise<void> {
    if (await this.startWriting()) [this.block, this.spare] = [this.nextBlock(), this.block];
  }

  /** Writes everything and waits for it. */
  async drain(): Promise<void> {
    await this.startWriting();
    await this.inFlight;
  }

  /** Starts writing the bytes of the block, once the earlier ones are written. Returns whether there are any. */
  private async startWriting(): Promise<boolean> {
    await this.inFlight;
    if (this.used === 0) return false;
    this.inFlight = this.file.append(new Uint8Array(this.block.buffer, 0, this.used));
    // The next flush reports the failure; an unhandled one would end the process.
    this.inFlight.catch(() => {});
    this.used = 0;
    return true;
  }

  private nextBlock(): DataView {
    const { block, spare, blockBytes } = this;
    const bytes = Math.min(blockBytes, GROWTH * block.byteLength);
    return spare && spare.byteLength >= bytes ? spare : new DataView(new ArrayBuffer(bytes));
  }

  /** Waits until no write is pending, successful or not. */
  async settle(): Promise<void> {
    await this.inFlight.catch(() => {});
  }
}
