import { type Box3, emptyBox, growBox } from '../base/vec3.js';
import { IdSet } from './id-set.js';
import type { PointBatch } from './point-batch.js';

/** A closed interval; empty while min > max. */
export interface ValueRange {
  min: number;
  max: number;
}

/** What can be told of a cloud after seeing every point once. */
export interface CloudStatistics {
  points: number;
  bounds: Box3;
  intensity: ValueRange;
  gpsTime: ValueRange;
  /** Points by return number, 0…15; a return number of 0 is against the rules of LAS, but occurs. */
  pointsByReturn: number[];
  /** Points of pulses with so many returns, 0…15. */
  pointsByReturnCount: number[];
  /** Class → points, of the classes that occur. */
  pointsByClass: Record<number, number>;
  /** Point source id → points. */
  pointsBySource: Record<number, number>;
  /** Different objects that were hit; 0 ("no object") is not one. */
  instances: number;
}

/** Return numbers and counts are of four bits in LAS. */
const RETURN_VALUES = 16;
const CLASS_VALUES = 256;
const SOURCE_VALUES = 65536;

/** Gathers statistics batch by batch in bounded memory. */
export class StatisticsCollector {
  private points = 0;
  private readonly bounds = emptyBox();
  private readonly intensity: ValueRange = { min: Infinity, max: -Infinity };
  private readonly gpsTime: ValueRange = { min: Infinity, max: -Infinity };
  private readonly byReturn = new Float64Array(RETURN_VALUES);
  private readonly byReturnCount = new Float64Array(RETURN_VALUES);
  private readonly byClass = new Float64Array(CLASS_VALUES);
  private readonly bySource = new Float64Array(SOURCE_VALUES);
  private readonly instances = new IdSet();

  add(batch: PointBatch): void {
    this.points += batch.count;
    for (let i = 0; i < batch.count; i++) {
      growBox(this.bounds, batch.x[i], batch.y[i], batch.z[i]);
      growRange(this.intensity, batch.intensity[i]);
      growRange(this.gpsTime, batch.gpsTime[i]);
      this.byReturn[Math.min(batch.returnNumber[i], RETURN_VALUES - 1)]++;
      this.byReturnCount[Math.min(batch.returnCount[i], RETURN_VALUES - 1)]++;
      this.byClass[batch.classification[i]]++;
      this.bySource[batch.pointSourceId[i]]++;
      this.instances.add(batch.instance[i]);
    }
  }

  /** The statistics of all points so far; a copy. */
  result(): CloudStatistics {
    return {
      points: this.points,
      bounds: { min: [...this.bounds.min], max: [...this.bounds.max] },
      intensity: { ...this.intensity },
      gpsTime: { ...this.gpsTime },
      pointsByReturn: [...this.byReturn],
      pointsByReturnCount: [...this.byReturnCount],
      pointsByClass: occurring(this.byClass),
      pointsBySource: occurring(this.bySource),
      instances: this.instances.size - (this.instances.has(0) ? 1 : 0),
    };
  }
}

function growRange(interval: ValueRange, value: number): void {
  if (value < interval.min) interval.min = value;
  if (value > interval.max) interval.max = value;
}

function occurring(counts: Float64Array): Record<number, number> {
  const found: Record<number, number> = {};
  counts.forEach((count, value) => {
    if (count > 0) found[value] = count;
  });
  return found;
}
