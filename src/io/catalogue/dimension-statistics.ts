import type { PointDimension } from './point-dimensions.js';

/** Statistics of a dimension, as the point cloud extension of STAC has them. */
export interface DimensionStatistics {
  name: string;
  position: number;
  count: number;
  minimum: number;
  maximum: number;
  average: number;
  stddev: number;
  variance: number;
}

/** Counts the values of all dimensions of records; NaN is left out. */
export class StatisticsOfDimensions {
  private readonly dimensions: readonly PointDimension[];
  private readonly sums: RunningMoments[];

  constructor(dimensions: readonly PointDimension[]) {
    this.dimensions = dimensions;
    this.sums = dimensions.map(() => new RunningMoments());
  }

  add(records: Uint8Array, recordLength: number): void {
    const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
    for (const [k, { read }] of this.dimensions.entries()) {
      const sums = this.sums[k];
      for (let at = 0; at < records.length; at += recordLength) sums.add(read(view, at));
    }
  }

  /** Statistics of the dimensions that have values. */
  statistics(): DimensionStatistics[] {
    return this.sums.flatMap((sums, position) =>
      sums.count === 0 ? [] : [{ name: this.dimensions[position].name, position, ...sums.result() }],
    );
  }
}

/** Mean and variance as values come: Welford (1962), whose sums do not cancel. */
class RunningMoments {
  count = 0;
  private minimum = Infinity;
  private maximum = -Infinity;
  private mean = 0;
  private squares = 0;

  add(value: number): void {
    if (Number.isNaN(value)) return;
    this.count++;
    if (value < this.minimum) this.minimum = value;
    if (value > this.maximum) this.maximum = value;
    const before = value - this.mean;
    this.mean += before / this.count;
    this.squares += before * (value - this.mean);
  }

  result(): Omit<DimensionStatistics, 'name' | 'position'> {
    const { count, minimum, maximum, mean: average } = this;
    const variance = count > 1 ? this.squares / (count - 1) : 0;
    return { count, minimum, maximum, average, stddev: Math.sqrt(variance), variance };
  }
}
