/** Data of TimeOrder in plain form for exchange between threads. */
export interface TimeOrderParts {
  fall: number;
  /** Number, first and last time of each batch. */
  batches: [batch: number, first: number, last: number][];
}

/**
 * Finds the largest fall of time from a point to the next, in the order of a cloud whose batches are seen in any order,
 * by several lookers. Steps from or to a time that is not finite are left out.
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
      const step = before - time;
      if (step > fall && step < Infinity) fall = step;
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

  /** The largest fall, seconds; 0 if times never fall. */
  result(): number {
    const sorted = this.batches.toSorted(([a], [b]) => a - b);
    const falls = sorted.slice(1).map(([, first], k) => sorted[k][2] - first);
    return falls.reduce((most, fall) => (fall > most && fall < Infinity ? fall : most), this.fall);
  }
}
