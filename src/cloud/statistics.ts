import type { Box3 } from '../base/vec3.js';
import { type CellsOfStrips, type Coverage, CoverageCollector } from './coverage.js';
import { type IdPages, IdSet } from './id-set.js';
import { isSomewhere } from './is-somewhere.js';
import { isMiss, type MissColumns } from './misses.js';
import type { PointColumns, PointKey } from './point-batch.js';
import { TimeOrder, type TimeOrderParts } from './time-order.js';

/** A closed interval; empty while min > max. */
export interface ValueRange {
  min: number;
  max: number;
}

/** Statistics of a cloud from one pass over its points. */
export interface CloudStatistics {
  points: number;
  /** Points without a place (`isSomewhere`): a coordinate is not finite, as in empty cells of organised clouds. */
  placeless: number;
  /** Box of the points that have a place; empty without any. */
  bounds: Box3;
  intensity: ValueRange;
  gpsTime: ValueRange;
  /** Largest fall of GPS time from a point to the next in the cloud's order, seconds; 0 if it never falls. */
  timeFall: number;
  /** Points by return number, 0…15. A return number of 0 violates LAS, but occurs. */
  pointsByReturn: number[];
  /** Points by the number of returns of their pulse, 0…15. */
  pointsByReturnCount: number[];
  /** Points by class, for the classes that occur. */
  pointsByClass: Record<number, number>;
  /** Points by point source id. */
  pointsBySource: Record<number, number>;
  /** Points that stand for pulses without a return (`isMiss`), by point source id; they cover no area. */
  missesBySource: Record<number, number>;
  /** The area that is covered; absent: of too few points to tell. */
  coverage?: Coverage;
  /** Distinct objects that were hit; 0 ("no object") does not count. */
  instances: number;
}

/** Points that stand for pulses without a return. */
export const missesIn = ({ missesBySource }: Pick<CloudStatistics, 'missesBySource'>): number =>
  Object.values(missesBySource).reduce((sum, count) => sum + count, 0);

/** Return numbers and counts are of four bits in LAS. */
const RETURN_VALUES = 16;
const CLASS_VALUES = 256;
const SOURCE_VALUES = 65536;

/** Attributes used by statistics. */
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
  'withheld',
] as const satisfies PointKey[]);

type Columns = PointColumns<Exclude<(typeof STATISTICS_KEYS)[number], 'withheld'>> & Partial<MissColumns>;

/** Data gathered by a collector, in plain form for exchange between threads. */
export interface StatisticsParts {
  points: number;
  placeless: number;
  ranges: Record<'x' | 'y' | 'z' | 'intensity' | 'gpsTime', ValueRange>;
  counts: Record<'returnNumber' | 'returnCount' | 'classification' | 'pointSourceId' | 'missSource', Float64Array>;
  instances: IdPages;
  coverage: CellsOfStrips;
  order: TimeOrderParts;
}

/** Gathers statistics batch by batch in bounded memory. Several collectors can be added up, in any order. */
export class StatisticsCollector {
  private points = 0;
  private placeless = 0;
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
    missSource: new Float64Array(SOURCE_VALUES),
  };
  private readonly instances = new IdSet();
  private readonly coverage = new CoverageCollector();
  private readonly order = new TimeOrder();

  /** Counts the first `count` points of the columns, which are batch number `batch` of the cloud. */
  add(columns: Columns, batch: number): void {
    const { count, instance } = columns;
    this.points += count;
    const placeless = countPlaceless(columns);
    this.placeless += placeless;
    countMisses(this.counts.missSource, columns);
    if (placeless > 0) growByPlaces(this.ranges, columns);
    else for (const axis of ['x', 'y', 'z'] as const) growByF64(this.ranges[axis], columns[axis], count);
    growByU16(this.ranges.intensity, columns.intensity, count);
    growByF64(this.ranges.gpsTime, columns.gpsTime, count);
    countBytes(this.counts.returnNumber, columns.returnNumber, count);
    countBytes(this.counts.returnCount, columns.returnCount, count);
    countBytes(this.counts.classification, columns.classification, count);
    countWords(this.counts.pointSourceId, columns.pointSourceId, count);
    this.instances.addAll(instance, count);
    this.coverage.add(columns);
    this.order.add(columns.gpsTime, count, batch);
  }

  /** The data gathered so far; not a copy. */
  parts(): StatisticsParts {
    const { points, placeless, ranges, counts, instances, coverage, order } = this;
    const parts = { instances: instances.pages, coverage: coverage.parts(), order: order.parts() };
    return { points, placeless, ranges, counts, ...parts };
  }

  /** Adds the data gathered by another collector. */
  addParts({ points, placeless, ranges, counts, instances, coverage, order }: StatisticsParts): void {
    this.points += points;
    this.placeless += placeless;
    for (const key of Object.keys(ranges) as (keyof StatisticsParts['ranges'])[]) {
      this.ranges[key].min = Math.min(this.ranges[key].min, ranges[key].min);
      this.ranges[key].max = Math.max(this.ranges[key].max, ranges[key].max);
    }
    for (const key of Object.keys(counts) as (keyof StatisticsParts['counts'])[])
      counts[key].forEach((count, value) => {
        this.counts[key][value] += count;
      });
    this.instances.addPages(instances);
    this.coverage.addParts(coverage);
    this.order.addParts(order);
  }

  /** The statistics of all points so far; a copy. */
  result(): CloudStatistics {
    const { x, y, z, intensity, gpsTime } = this.ranges;
    const missed = this.counts.missSource.reduce((sum, count) => sum + count, 0);
    return {
      points: this.points,
      placeless: this.placeless,
      bounds: { min: [x.min, y.min, z.min], max: [x.max, y.max, z.max] },
      intensity: { ...intensity },
      gpsTime: { ...gpsTime },
      timeFall: this.order.result(),
      pointsByReturn: [...this.counts.returnNumber],
      pointsByReturnCount: [...this.counts.returnCount],
      pointsByClass: occurring(this.counts.classification),
      pointsBySource: occurring(this.counts.pointSourceId),
      missesBySource: occurring(this.counts.missSource),
      coverage: this.coverage.result(this.points - this.placeless - missed),
      instances: this.instances.size - (this.instances.has(0) ? 1 : 0),
    };
  }
}

function countPlaceless({ count, x, y, z }: Columns): number {
  let found = 0;
  for (let i = 0; i < count; i++) if (!isSomewhere(x[i], y[i], z[i])) found++;
  return found;
}

function countMisses(counts: Float64Array, columns: Columns): void {
  if (columns.withheld === undefined) return;
  for (let i = 0; i < columns.count; i++) if (isMiss(columns, i)) counts[columns.pointSourceId[i]]++;
}

/** Extends the ranges of the axes by the points that have a place. */
function growByPlaces(ranges: StatisticsParts['ranges'], { count, x, y, z }: Columns): void {
  for (let i = 0; i < count; i++)
    if (isSomewhere(x[i], y[i], z[i])) {
      growByValue(ranges.x, x[i]);
      growByValue(ranges.y, y[i]);
      growByValue(ranges.z, z[i]);
    }
}

function growByValue(range: ValueRange, value: number): void {
  range.min = Math.min(range.min, value);
  range.max = Math.max(range.max, value);
}

const emptyRange = (): ValueRange => ({ min: Infinity, max: -Infinity });

// One function per type of array, so that each loop stays monomorphic.

function growByF64(range: ValueRange, values: Float64Array, count: number): void {
  let { min, max } = range;
  for (let i = 0; i < count; i++) {
    const value = values[i];
    if (value < min) min = value;
    if (value > max) max = value;
  }
  if (min === -Infinity || max === Infinity) growByFinite(range, values, count);
  else {
    range.min = min;
    range.max = max;
  }
}

/** The same for values of which some may not be finite; these are left out. */
function growByFinite(range: ValueRange, values: Float64Array, count: number): void {
  for (let i = 0; i < count; i++) {
    if (Number.isFinite(values[i])) growByValue(range, values[i]);
  }
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

// Neighbours mostly have the same value, and repeated additions to one count wait for memory, so runs are added as a
// whole.

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
