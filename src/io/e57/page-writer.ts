import type { BlockBuffer } from '../bytes/block-buffer.js';
import { viewOf } from '../bytes/byte-fields.js';
import { crc32c } from './crc32c.js';
import { PAGE_BYTES, PAGE_CONTENT, type PagedBytes, pagesOf, sealPage } from './pages.js';

/**
 * Odd factors, one a lane, each the golden ratio of 32 bits times an odd number: sums of pages spread over all bits.
 */
const FACTORS = [0x9e3779b1, 0xdaa66d13, 0x16d560a5, 0x53045437];

/** Writes contents as pages. They go to the file as they fill, except the first, which is kept for its headers. */
export class PageWriter {
  /** Bytes of content so far, including headers: the logical offset of the next byte. */
  length: number;
  private readonly first = new Uint8Array(PAGE_BYTES);
  private readonly later = new Uint8Array(PAGE_BYTES);
  /** State mixed from the sums of all pages. */
  private readonly lanes = Uint32Array.from(FACTORS);

  /** `reserved`: number of first bytes that are left for headers. */
  constructor(reserved: number) {
    this.length = reserved;
  }

  /** Adds `bytes`, and appends the pages that are full. */
  write(bytes: Uint8Array<ArrayBuffer>, buffer: BlockBuffer): Promise<void> {
    return this.writePaged(pagesOf(bytes, this.length), buffer);
  }

  /** Adds bytes that are already divided into pages for this position. */
  async writePaged({ before, pages, behind }: PagedBytes, buffer: BlockBuffer): Promise<void> {
    await this.fill(before, buffer);
    const view = viewOf(pages);
    for (let at = 0; at < pages.length; at += PAGE_BYTES) this.mix(view.getUint32(at + PAGE_CONTENT));
    this.length += (pages.length / PAGE_BYTES) * PAGE_CONTENT;
    await buffer.append(pages);
    await this.fill(behind, buffer);
  }

  /** Fills the last page with zeros, and appends it. */
  async end(buffer: BlockBuffer): Promise<void> {
    const used = this.length % PAGE_CONTENT;
    if (used > 0 && this.page === this.later) await this.fill(new Uint8Array(PAGE_CONTENT - used), buffer);
  }

  /** The first page with these headers. */
  firstPage(headers: Uint8Array): Uint8Array {
    const page = this.first.slice();
    page.set(headers);
    sealPage(page);
    return page;
  }

  /** 128 bits derived from all bytes so far and `more`, without the headers. */
  digest(more: Uint8Array): Uint32Array {
    this.mix(crc32c(this.page.subarray(0, this.length % PAGE_CONTENT)));
    this.mix(this.length);
    this.mix(crc32c(more));
    return this.lanes.slice();
  }

  /** The page of the next byte. */
  private get page(): Uint8Array {
    return this.length < PAGE_CONTENT ? this.first : this.later;
  }

  /** Adds bytes up to the end of the current page. */
  private async fill(bytes: Uint8Array, buffer: BlockBuffer): Promise<void> {
    const { page } = this;
    page.set(bytes, this.length % PAGE_CONTENT);
    this.length += bytes.length;
    if (bytes.length === 0 || this.length % PAGE_CONTENT > 0) return;
    if (page === this.first) return this.mix(crc32c(page));
    this.mix(sealPage(page));
    await buffer.append(page);
  }

  private mix(sum: number): void {
    const { lanes } = this;
    for (let k = 0; k < lanes.length; k++) {
      const mixed = Math.imul(lanes[k] ^ sum, FACTORS[k]);
      lanes[k] = mixed ^ (mixed >>> 15);
    }
  }
}
