/** Data of TimeOrder in plain form for exchange between threads. */
export interface TimeOrderParts {
  fall: number;
  /** Number, first and last time of each batch. */
  batches: [batch: number, first: number, last: number][];
}

/**
 * How far times fall from a point to the next, in the order of a cloud whose batches are seen in any order, by several
 * lookers. Times that are not numbers are left out.
 */
export class TimeOrder {
  private fall = 0;
  private batches: TimeOrderParts['batches'] = [];

  /** Adds the first `count` times of batch number `batch`. */
  add(times: Float64Array, count: number, batch: number): void {
    if (count === 0) return;
    let before = times[0];
    let { fall } = this;
    for (let i = 1; i < count; i++) {
      const time = times[i];
      if (before - time > fall) fall = before - time;
      before = time;
    }
    this.fall = fall;
    this.batches.push([batch, times[0], before]);
  }

  parts(): TimeOrderParts {
    return { fall: this.fall, batches: this.batches };
  }

  addParts({ fall, batches }: TimeOrderParts): void {
    this.fall = Math.max(this.fall, fall);
    this.batches = [...this.batches, ...batches];
  }

  /** The largest fall, seconds; 0 where times never fall. */
  result(): number {
    const sorted = this.batches.toSorted(([a], [b]) => a - b);
    return sorted.reduce((most, [, first], k) => Math.max(most, k > 0 ? sorted[k - 1][2] - first || 0 : 0), this.fall);
  }
}
