import type { PointColumns, PointKey } from '../../cloud/point-batch.js';

/** Attributes that are counted. */
export const MERGE_TALLY_KEYS = Object.freeze([
  'semantic',
  'instance',
  'classification',
  'intensity',
  'range',
  'returnNumber',
  'returnCount',
] as const satisfies PointKey[]);

export type TallyKey = (typeof MERGE_TALLY_KEYS)[number];

/** Ranges are counted by decimetres up to ten kilometres. */
export const RANGE_STEP = 0.1;
const RANGE_BINS = 100_000;
const WORDS = 65_536;
const RETURNS = 16;
/** Above the greatest number of an instance. */
const INSTANCES = 2 ** 32;

/** Counts of the points of several clouds. All are whole numbers, so that their sums do not depend on any order. */
export class MergeTally {
  points = 0;
  clouds = 0;
  /** Points, and objects, by semantic class. */
  readonly semantics = new Float64Array(WORDS);
  readonly instances = new Float64Array(WORDS);
  /** Clouds that have the class. */
  readonly cloudsWith = new Float64Array(WORDS);
  readonly classes = new Float64Array(256);
  readonly intensities = new Float64Array(WORDS);
  readonly ranges = new Float64Array(RANGE_BINS);
  readonly returns = new Float64Array(RETURNS);
  /** Pulses by their number of returns, counted at first returns. */
  readonly pulses = new Float64Array(RETURNS);
  /** Points of clouds that have each attribute. */
  readonly with: Record<TallyKey, number> = {
    semantic: 0,
    instance: 0,
    classification: 0,
    intensity: 0,
    range: 0,
    returnNumber: 0,
    returnCount: 0,
  };

  /** Begins a cloud, which has these attributes; its points are added to the returned tally. */
  cloud(keys: ReadonlySet<TallyKey>): CloudTally {
    this.clouds++;
    return new CloudTally(this, keys);
  }

  addAll(other: MergeTally): void {
    this.points += other.points;
    this.clouds += other.clouds;
    for (const key of MERGE_TALLY_KEYS) this.with[key] += other.with[key];
    for (const name of COUNTS) {
      const [own, added] = [this[name], other[name]];
      for (let k = 0; k < own.length; k++) own[k] += added[k];
    }
  }
}

const COUNTS = [
  'semantics',
  'instances',
  'cloudsWith',
  'classes',
  'intensities',
  'ranges',
  'returns',
  'pulses',
] as const;

/** Counts the points of one cloud, whose objects have numbers of their own. */
class CloudTally {
  private readonly sums: MergeTally;
  private readonly keys: ReadonlySet<TallyKey>;
  /** Objects by class: both numbers in one. */
  private readonly objects = new Set<number>();
  private readonly classes = new Set<number>();

  constructor(sums: MergeTally, keys: ReadonlySet<TallyKey>) {
    this.sums = sums;
    this.keys = keys;
  }

  add(columns: PointColumns<TallyKey>): void {
    const { sums, keys } = this;
    const { count } = columns;
    sums.points += count;
    for (const key of MERGE_TALLY_KEYS) if (keys.has(key)) sums.with[key] += count;
    if (keys.has('semantic')) this.addSemantics(columns);
    if (keys.has('classification')) countInto(sums.classes, columns.classification, count);
    if (keys.has('intensity')) countInto(sums.intensities, columns.intensity, count);
    if (keys.has('range')) countRanges(sums.ranges, columns.range, count);
    if (keys.has('returnNumber')) this.addReturns(columns);
  }

  private addSemantics({ count, semantic, instance }: PointColumns<TallyKey>): void {
    const { semantics, instances, cloudsWith } = this.sums;
    countInto(semantics, semantic, count);
    // Neighbouring points mostly lie on the same object.
    for (let i = 0, last = -1; i < count; i++) {
      const both = semantic[i] * INSTANCES + instance[i];
      if (both === last) continue;
      last = both;
      if (this.objects.has(both)) continue;
      this.objects.add(both);
      if (!this.classes.has(semantic[i])) cloudsWith[semantic[i]]++;
      this.classes.add(semantic[i]);
      if (instance[i] > 0) instances[semantic[i]]++;
    }
  }

  private addReturns({ count, returnNumber, returnCount }: PointColumns<TallyKey>): void {
    const { returns, pulses } = this.sums;
    const last = RETURNS - 1;
    const hasCounts = this.keys.has('returnCount');
    for (let i = 0; i < count; i++) {
      returns[Math.min(last, returnNumber[i])]++;
      if (hasCounts && returnNumber[i] === 1) pulses[Math.min(last, returnCount[i])]++;
    }
  }
}

function countInto(counts: Float64Array, values: Uint8Array | Uint16Array, count: number): void {
  for (let i = 0; i < count; i++) counts[values[i]]++;
}

function countRanges(counts: Float64Array, ranges: Float64Array, count: number): void {
  for (let i = 0; i < count; i++) {
    const bin = Math.floor(ranges[i] / RANGE_STEP);
    if (bin >= 0) counts[Math.min(RANGE_BINS - 1, bin)]++;
  }
}
