/*
 * Pages of an E57 file (ASTM E2807-11, clause 7): 1024 bytes, the last four of which are the CRC-32C of the others,
 * most significant byte first. "Physical" offsets in the file include the sums, "logical" offsets and lengths do not.
 */

import { viewOf } from '../bytes/byte-fields.js';
import { crc32c } from './crc32c.js';

export const PAGE_BYTES = 1024;
export const PAGE_CONTENT = 1020;

/** The physical offset of a logical one. */
export const physicalOf = (logical: number): number =>
  logical + (PAGE_BYTES - PAGE_CONTENT) * Math.floor(logical / PAGE_CONTENT);

/** The logical offset of a physical one; undefined if it lies in a sum, or is no offset. */
export function logicalOf(physical: number): number | undefined {
  if (!(physical >= 0)) return undefined;
  const within = physical % PAGE_BYTES;
  return within < PAGE_CONTENT ? Math.floor(physical / PAGE_BYTES) * PAGE_CONTENT + within : undefined;
}

/** A run of contents divided into pages. */
export interface PagedBytes {
  /** The end of a page begun before. */
  before: Uint8Array<ArrayBuffer>;
  /** Whole pages, with their sums. */
  pages: Uint8Array<ArrayBuffer>;
  /** The start of the next page. */
  behind: Uint8Array<ArrayBuffer>;
}

/** The pages of `content`, whose first byte has the logical offset `at`. */
export function pagesOf(content: Uint8Array<ArrayBuffer>, at: number): PagedBytes {
  const begins = Math.min((PAGE_CONTENT - (at % PAGE_CONTENT)) % PAGE_CONTENT, content.length);
  const count = Math.floor((content.length - begins) / PAGE_CONTENT);
  const ends = begins + count * PAGE_CONTENT;
  const bytes = new Uint8Array(content.length + count * (PAGE_BYTES - PAGE_CONTENT));
  const before = bytes.subarray(0, begins);
  const pages = bytes.subarray(begins, begins + count * PAGE_BYTES);
  const behind = bytes.subarray(begins + count * PAGE_BYTES);
  before.set(content.subarray(0, begins));
  behind.set(content.subarray(ends));
  for (let k = 0; k < count; k++) {
    const page = pages.subarray(k * PAGE_BYTES, (k + 1) * PAGE_BYTES);
    page.set(content.subarray(begins + k * PAGE_CONTENT, begins + (k + 1) * PAGE_CONTENT));
    sealPage(page);
  }
  return { before, pages, behind };
}

/** Puts the sum of a page behind its content, and returns it. */
export function sealPage(page: Uint8Array): number {
  const sum = crc32c(page.subarray(0, PAGE_CONTENT));
  viewOf(page).setUint32(PAGE_CONTENT, sum);
  return sum;
}
