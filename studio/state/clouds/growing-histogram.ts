/** Bars of a histogram whose ends are not known beforehand. */
const BARS = 256;

/** Numbers in bars of equal width, a power of two: where others come beyond them, two bars become one. */
export class GrowingHistogram {
  readonly counts = new Float64Array(BARS);
  /** Start of the first bar, and the width of each, 0 until there is a number. */
  from = 0;
  width = 0;

  /** Makes room for all numbers between two. */
  cover(low: number, high: number): void {
    if (!(low <= high)) return;
    if (this.width === 0) {
      this.width = 2 ** Math.ceil(Math.log2(Math.max(high - low, 1) / BARS));
      this.from = Math.floor(low / this.width) * this.width;
    }
    while (low < this.from || high >= this.from + BARS * this.width) this.double(low < this.from);
  }

  /** Counts a number in the room that was made. */
  add(value: number): void {
    this.counts[Math.floor((value - this.from) / this.width)]++;
  }

  private double(isDown: boolean): void {
    const { counts } = this;
    const before = counts.slice();
    counts.fill(0);
    const first = isDown ? BARS / 2 : 0;
    for (let k = 0; k < BARS / 2; k++) counts[first + k] = before[2 * k] + before[2 * k + 1];
    if (isDown) this.from -= BARS * this.width;
    this.width *= 2;
  }
}
