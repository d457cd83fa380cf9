import type { BlockBuffer } from '../block-buffer.js';
import { viewOf } from '../las/bytes.js';
import { crc32c } from './crc32c.js';
import { PAGE_BYTES, PAGE_CONTENT, type PagedBytes, sealPage } from './pages.js';

/** Odd factors, one a lane, each the golden ratio of 32 bits times an odd number: sums of pages spread over all bits. */
const FACTORS = [0x9e3779b1, 0xdaa66d13, 0x16d560a5, 0x53045437];

/** Writes the content of pages, all but the first of which go to the file as they fill; that one is kept for its headers. */
export class PageWriter {
  private readonly first = new Uint8Array(PAGE_BYTES);
  private readonly page = new Uint8Array(PAGE_BYTES);
  private readonly reserved: number;
  /** Bytes of content so far. */
  private written: number;
  /** Mixed from the sums of all pages. */
  private readonly lanes = Uint32Array.from(FACTORS);

  /** The first `reserved` bytes are those of headers. */
  constructor(reserved: number) {
    this.reserved = reserved;
    this.written = reserved;
  }

  /** Bytes of content so far, which is the logical offset of the next one. */
  get length(): number {
    return this.written;
  }

  /** Adds `bytes`, and appends the pages that are full. */
  async write(bytes: Uint8Array, buffer: BlockBuffer): Promise<void> {
    for (let from = 0; from < bytes.length; ) {
      const at = this.written % PAGE_CONTENT;
      const part = bytes.subarray(from, from + PAGE_CONTENT - at);
      const isFirst = this.written < PAGE_CONTENT;
      (isFirst ? this.first : this.page).set(part, at);
      this.written += part.length;
      from += part.length;
      if (this.written % PAGE_CONTENT > 0) continue;
      if (isFirst) this.mix(crc32c(this.first));
      else await this.close(buffer);
    }
  }

  /** Adds bytes that lie in pages from the place on where they come. */
  async writePaged({ before, pages, behind }: PagedBytes, buffer: BlockBuffer): Promise<void> {
    await this.write(before, buffer);
    const view = viewOf(pages);
    for (let at = 0; at < pages.length; at += PAGE_BYTES) this.mix(view.getUint32(at + PAGE_CONTENT));
    this.written += (pages.length / PAGE_BYTES) * PAGE_CONTENT;
    await buffer.append(pages);
    await this.write(behind, buffer);
  }

  /** Fills the last page with zeros, and appends it. */
  async end(buffer: BlockBuffer): Promise<void> {
    const used = this.written % PAGE_CONTENT;
    if (used === 0 || this.written < PAGE_CONTENT) return;
    this.page.fill(0, used, PAGE_CONTENT);
    await this.close(buffer);
  }

  /** The first page with these headers. */
  firstPage(headers: Uint8Array): Uint8Array {
    const page = this.first.slice();
    page.set(headers.subarray(0, this.reserved));
    sealPage(page);
    return page;
  }

  /** 128 bits that follow from all bytes so far and `more`, but the headers. */
  digest(more: Uint8Array): Uint32Array {
    const used = this.written % PAGE_CONTENT;
    this.mix(crc32c((this.written < PAGE_CONTENT ? this.first : this.page).subarray(0, used)));
    this.mix(this.written);
    this.mix(crc32c(more));
    return this.lanes.slice();
  }

  private async close(buffer: BlockBuffer): Promise<void> {
    this.mix(sealPage(this.page));
    await buffer.append(this.page);
  }

  private mix(sum: number): void {
    const { lanes } = this;
    for (let k = 0; k < lanes.length; k++) {
      const mixed = Math.imul(lanes[k] ^ sum, FACTORS[k]);
      lanes[k] = mixed ^ (mixed >>> 15);
    }
  }
}
