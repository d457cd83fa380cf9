/** Room for new keys: this many at first, later half as many as are known. */
const PENDING = 1 << 16;

/** Distinct numbers with their counts, in memory for the distinct ones only. */
export class KeyCounts {
  private keys = new Float64Array(0);
  private counts = new Uint32Array(0);
  private pending = new Float64Array(PENDING);
  private filled = 0;

  add(key: number): void {
    if (this.filled === this.pending.length) this.merge();
    this.pending[this.filled++] = key;
  }

  /** The keys with at least `least` counts, ascending. */
  atLeast(least: number): Float64Array {
    this.merge();
    return this.keys.filter((_, n) => this.counts[n] >= least);
  }

  /** Sorts the new keys and merges them with the known ones. */
  private merge(): void {
    const came = this.pending.subarray(0, this.filled).sort();
    const total = this.keys.length + came.length;
    const [keys, counts] = [new Float64Array(total), new Uint32Array(total)];
    let length = 0;
    for (let a = 0, b = 0; a < this.keys.length || b < came.length; ) {
      const isKnown = b === came.length || this.keys[a] <= came[b];
      const key = isKnown ? this.keys[a] : came[b];
      if (length === 0 || keys[length - 1] !== key) keys[length++] = key;
      counts[length - 1] += isKnown ? this.counts[a++] : 1;
      if (!isKnown) b++;
    }
    this.keys = keys.slice(0, length);
    this.counts = counts.slice(0, length);
    this.filled = 0;
    if (length > 2 * this.pending.length) this.pending = new Float64Array(length >> 1);
  }
}
