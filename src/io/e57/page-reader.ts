import { UserError } from '../../base/errors.js';
import type { InputFile } from '../../base/files/files.js';
import { viewOf } from '../bytes/byte-fields.js';
import { crc32c } from './crc32c.js';
import { PAGE_BYTES, PAGE_CONTENT } from './pages.js';

/** Pages that are read at once. */
const PAGES = 64;

/** Reads the content of pages, and checks their sums. */
export class PageReader {
  private readonly handle: InputFile;
  private readonly path: string;
  private readonly block = new Uint8Array(PAGES * PAGE_BYTES);
  /** Number of the first page in the block, and the number of its pages. */
  private first = 0;
  private count = 0;

  constructor(handle: InputFile, path: string) {
    this.handle = handle;
    this.path = path;
  }

  /** Fills `target` with the content from `logical` on. Throws UserError if a page is damaged, or the file ends. */
  async read(target: Uint8Array, logical: number): Promise<void> {
    for (let done = 0; done < target.length; ) {
      const at = logical + done;
      const page = Math.floor(at / PAGE_CONTENT);
      await this.load(page);
      const from = at % PAGE_CONTENT;
      const start = (page - this.first) * PAGE_BYTES;
      const part = this.block.subarray(start + from, start + Math.min(PAGE_CONTENT, from + target.length - done));
      target.set(part, done);
      done += part.length;
    }
  }

  private async load(page: number): Promise<void> {
    if (page >= this.first && page < this.first + this.count) return;
    this.count = 0;
    const read = await this.handle.read(this.block, page * PAGE_BYTES);
    const count = Math.floor(read / PAGE_BYTES);
    if (count === 0) throw new UserError(`the file ends before its page ${page}`, this.damage());
    const view = viewOf(this.block);
    for (let k = 0; k < count; k++) {
      const start = k * PAGE_BYTES;
      if (crc32c(this.block.subarray(start, start + PAGE_CONTENT)) !== view.getUint32(start + PAGE_CONTENT))
        throw new UserError(`the sum of the page at byte ${(page + k) * PAGE_BYTES} is wrong`, this.damage());
    }
    this.first = page;
    this.count = count;
  }

  private damage() {
    return { place: { file: this.path }, hint: 'the file is damaged' };
  }
}
