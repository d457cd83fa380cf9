/** Bits of an id within a page. Ids are mostly dense, so pages of one bit per id take far less than a hash table. */
const PAGE_BITS = 10;
const PAGE_WORDS = 2 ** PAGE_BITS / 32;
const IN_PAGE = 2 ** PAGE_BITS - 1;

/** The ids of a set: one bit per id, by page. */
export type IdPages = ReadonlyMap<number, Uint32Array>;

/** A set of unsigned 32-bit numbers. */
export class IdSet {
  /** Number of distinct ids added so far. */
  size = 0;
  readonly #pages = new Map<number, Uint32Array>();

  /** All ids. */
  get pages(): IdPages {
    return this.#pages;
  }

  add(id: number): void {
    const page = this.page(id >>> PAGE_BITS);
    const word = (id & IN_PAGE) >>> 5;
    const bit = 1 << (id & 31);
    if (page[word] & bit) return;
    page[word] |= bit;
    this.size++;
  }

  /** Adds the first `count` of `ids`. Neighbouring points mostly have the same object. */
  addAll(ids: Uint32Array, count: number): void {
    for (let i = 0, last = -1; i < count; i++) {
      if (ids[i] === last) continue;
      last = ids[i];
      this.add(last);
    }
  }

  /** Adds all ids of another set. */
  addPages(pages: IdPages): void {
    for (const [index, words] of pages) {
      const page = this.page(index);
      words.forEach((word, i) => {
        for (let added = word & ~page[i]; added !== 0; added &= added - 1) this.size++;
        page[i] |= word;
      });
    }
  }

  has(id: number): boolean {
    const page = this.#pages.get(id >>> PAGE_BITS);
    return page !== undefined && (page[(id & IN_PAGE) >>> 5] & (1 << (id & 31))) !== 0;
  }

  private page(index: number): Uint32Array {
    let page = this.#pages.get(index);
    if (!page) {
      page = new Uint32Array(PAGE_WORDS);
      this.#pages.set(index, page);
    }
    return page;
  }
}
