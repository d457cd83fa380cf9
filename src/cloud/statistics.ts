import type { Box3 } from '../base/vec3.js';
import { type IdPages, IdSet } from './id-set.js';
import type { PointColumns, PointKey } from './point-batch.js';

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

/** What statistics are made of. */
export const STATISTICS_KEYS = Object.freeze([
  'x',
  'y',
  'z',
  'intensity',
  'gpsTime',
  'returnNumber',
  'returnCount',
  'classification',
  'pointSourceId',
  'instance',
] as const satisfies PointKey[]);

type Columns = PointColumns<(typeof STATISTICS_KEYS)[number]>;

/** What a collector has gathered; plain data, so that threads can tell each other. */
export interface StatisticsParts {
  points: number;
  ranges: Record<'x' | 'y' | 'z' | 'intensity' | 'gpsTime', ValueRange>;
  counts: Record<'returnNumber' | 'returnCount' | 'classification' | 'pointSourceId', Float64Array>;
  instances: IdPages;
}

/** Gathers statistics batch by batch in bounded memory. Those of several collectors add up, in any order. */
export class StatisticsCollector {
  private points = 0;
  private readonly ranges = {
    x: emptyRange(),
    y: emptyRange(),
    z: emptyRange(),
    intensity: emptyRange(),
    gpsTime: emptyRange(),
  };
  private readonly counts = {
    returnNumber: new Float64Array(RETURN_VALUES),
    returnCount: new Float64Array(RETURN_VALUES),
    classification: new Float64Array(CLASS_VALUES),
    pointSourceId: new Float64Array(SOURCE_VALUES),
  };
  private readonly instances = new IdSet();

  /** Counts the first `count` points of the columns. */
  add(columns: Columns): void {
    const { count, instance } = columns;
    this.points += count;
    for (const axis of ['x', 'y', 'z'] as const) growByF64(this.ranges[axis], columns[axis], count);
    growByU16(this.ranges.intensity, columns.intensity, count);
    growByF64(this.ranges.gpsTime, columns.gpsTime, count);
    countBytes(this.counts.returnNumber, columns.returnNumber, count);
    countBytes(this.counts.returnCount, columns.returnCount, count);
    countBytes(this.counts.classification, columns.classification, count);
    countWords(this.counts.pointSourceId, columns.pointSourceId, count);
    this.instances.addAll(instance, count);
  }

  /** All that was gathered so far; not a copy. */
  parts(): StatisticsParts {
    const { points, ranges, counts, instances } = this;
    return { points, ranges, counts, instances: instances.pages };
  }

  /** Takes over what another has gathered. */
  addParts({ points, ranges, counts, instances }: StatisticsParts): void {
    this.points += points;
    for (const key of Object.keys(ranges) as (keyof StatisticsParts['ranges'])[]) {
      this.ranges[key].min = Math.min(this.ranges[key].min, ranges[key].min);
      this.ranges[key].max = Math.max(this.ranges[key].max, ranges[key].max);
    }
    for (const key of Object.keys(counts) as (keyof StatisticsParts['counts'])[])
      counts[key].forEach((count, value) => {
        this.counts[key][value] += count;
      });
    this.instances.addPages(instances);
  }

  /** The statistics of all points so far; a copy. */
  result(): CloudStatistics {
    const { x, y, z, intensity, gpsTime } = this.ranges;
    return {
      points: this.points,
      bounds: { min: [x.min, y.min, z.min], max: [x.max, y.max, z.max] },
      intensity: { ...intensity },
      gpsTime: { ...gpsTime },
      pointsByReturn: [...this.counts.returnNumber],
      pointsByReturnCount: [...this.counts.returnCount],
      pointsByClass: occurring(this.counts.classification),
      pointsBySource: occurring(this.counts.pointSourceId),
      instances: this.instances.size - (this.instances.has(0) ? 1 : 0),
    };
  }
}

const emptyRange = (): ValueRange => ({ min: Infinity, max: -Infinity });

// One function a type of array, so that each loop meets one kind alone.

function growByF64(range: ValueRange, values: Float64Array, count: number): void {
  let { min, max } = range;
  for (let i = 0; i < count; i++) {
    const value = values[i];
    if (value < min) min = value;
    if (value > max) max = value;
  }
  range.min = min;
  range.max = max;
}

function growByU16(range: ValueRange, values: Uint16Array, count: number): void {
  let { min, max } = range;
  for (let i = 0; i < count; i++) {
    const value = values[i];
    if (value < min) min = value;
    if (value > max) max = value;
  }
  range.min = min;
  range.max = max;
}

// Neighbours mostly have the same value, and adding to one count over and over waits for memory: runs are added whole.

function countBytes(counts: Float64Array, values: Uint8Array, count: number): void {
  const most = counts.length - 1;
  for (let i = 0, start = 0; i < count; start = i) {
    const value = values[start];
    for (i++; i < count && values[i] === value; ) i++;
    counts[Math.min(value, most)] += i - start;
  }
}

function countWords(counts: Float64Array, values: Uint16Array, count: number): void {
  for (let i = 0, start = 0; i < count; start = i) {
    const value = values[start];
    for (i++; i < count && values[i] === value; ) i++;
    counts[value] += i - start;
  }
}

function occurring(counts: Float64Array): Record<number, number> {
  const found: Record<number, number> = {};
  counts.forEach((count, value) => {
    if (count > 0) found[value] = count;
  });
  return found;
}
