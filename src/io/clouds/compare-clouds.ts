import { countProgress } from '../../base/count-progress.js';
import { UserError } from '../../base/errors.js';
import { type Log, SILENT_LOG } from '../../base/log.js';
import { significant } from '../../base/significant.js';
import { counted } from '../../base/text.js';
import { compareBatches, type DetailedComparison } from '../../cloud/comparison/compare-points.js';
import type { ComparedPart } from '../../cloud/comparison/compared-points.js';
import type { ComparePointsOptions } from '../../cloud/comparison/comparison-options.js';
import type { M3c2Options } from '../../cloud/comparison/m3c2/m3c2-options.js';
import type { M3c2Summary } from '../../cloud/comparison/m3c2/m3c2-summary.js';
import { crowdedText } from '../../cloud/comparison/pair-points.js';
import type { PointSetColumn } from '../../cloud/comparison/point-set.js';
import type { PointKey } from '../../cloud/point-batch.js';
import { NOISE_CLASSES, noiseText } from '../../cloud/point-filter.js';
import { crsTitle } from '../../crs/crs.js';
import { sameSystem } from '../../crs/same-system.js';
import type { ReadableCloud } from '../records/readable-cloud.js';
import { scaleOfSpan } from '../units/value-ranges.js';
import { checkFilter } from './check-filter.js';
import { comparedCrs } from './cloud-crs.js';
import { oddUnits } from './cloud-units.js';
import { comparableClouds } from './comparable-clouds.js';
import { readPointSet } from './read-point-set.js';
import { recordColumnsOf } from './readable-clouds.js';

/** The difference of two clouds, with doubts about it. */
export type ComparedClouds = DetailedComparison & {
  /** Doubts, one sentence each. */
  warnings: string[];
};

/** Options of a comparison, and the part of the clouds to compare. */
export type CompareCloudsOptions = Partial<ComparePointsOptions> & ComparedPart;

/**
 * Compares two open clouds, both of which are held in memory, in metres, whatever the units of their files. Throws
 * UserError if they cannot be read, have no points to compare, lack the key by which points are paired, or have
 * different reference systems; AbortedError.
 */
export async function compareClouds(
  cloudA: ReadableCloud,
  cloudB: ReadableCloud,
  options: CompareCloudsOptions = {},
): Promise<ComparedClouds> {
  const { signal, onProgress, every, filter } = options;
  const warnings = [...referenceDoubts(cloudA, cloudB), ...unitNotes(cloudA, cloudB)];
  const { a, b } = comparableClouds(cloudA, cloudB);
  const columns = columnsToRead(a, b, options);
  const onRead = countProgress(onProgress, { task: 'read', total: a.pointCount + b.pointCount, unit: 'points' });
  const logOf = ({ path }: ReadableCloud): Log => ({
    ...SILENT_LOG,
    warn: (message) => warnings.push(`${path}: ${message}`),
  });
  if (filter) for (const cloud of [a, b]) checkFilter(cloud, filter);
  const part = { every, filter };
  const scales = intensityScales(a, b);
  const read = (cloud: ReadableCloud, side: 'a' | 'b') =>
    readPointSet(cloud, {
      columns: columns[side],
      intensityScale: scales[side],
      part,
      signal,
      onRead,
      log: logOf(cloud),
    });
  const [first, second] = [await read(a, 'a'), await read(b, 'b')];
  for (const [{ path }, { noise = 0, misses = 0 }] of [
    [a, first],
    [b, second],
  ] as const) {
    if (misses > 0) warnings.push(`${path}: pulses without a return, which are no places, are left out: ${misses}`);
    if (noise > 0) warnings.push(`${path}: ${noiseText(noise)}; --without-classes ${NOISE_CLASSES} leaves them out`);
  }
  for (const [cloud, scale] of [
    [a, scales.a],
    [b, scales.b],
  ] as const)
    if (scale !== undefined)
      warnings.push(
        `${cloud.path}: ${cloud.intensities?.note?.replace('shown', 'compared') ?? 'its intensities are scaled'}`,
      );
  const m3c2 = options.m3c2 && { ...inMetresOf(a, options.m3c2), place: { file: a.path } };
  const found = await compareBatches(first, second, { ...options, m3c2 });
  if (found.apart > 0)
    warnings.push(`the clouds do not overlap: their boxes are ${significant(found.apart, 3)} m apart`);
  warnings.push(...pairingDoubts(found, first.gpsTime, second.gpsTime));
  if (found.m3c2) warnings.push(...levelDoubts(found.m3c2.summary));
  return { ...found, warnings };
}

/** The options with a place in metres that is in the unit of a cloud's file. */
function inMetresOf({ axisFactors }: ReadableCloud, options: M3c2Options): M3c2Options {
  const { normals } = options;
  if (axisFactors === undefined || normals === undefined || typeof normals === 'string') return options;
  const [x, y, z] = normals;
  return { ...options, normals: [x * axisFactors[0], y * axisFactors[1], z * axisFactors[2]] };
}

/** A doubt about the side of normals. */
const levelDoubts = ({ level }: M3c2Summary): string[] =>
  level === 0
    ? []
    : [
        `M3C2: normals of ${counted(level, 'core point')} are level to 6°, so that chance decides which side is up, and the sign of the distance; --normals X,Y,Z takes the side of a place`,
      ];

/** Sentences about units that are converted. */
function unitNotes(a: ReadableCloud, b: ReadableCloud): string[] {
  return [a, b].flatMap((cloud) => {
    const units = oddUnits({ units: cloud.units ?? a.units ?? b.units });
    return units === undefined
      ? []
      : [`${cloud.path}: coordinates are in the unit ${units}; they are compared in metres`];
  });
}

/** Columns that are compared where both clouds have them. */
const SHARED: readonly PointSetColumn[] = ['classification', 'instance', 'range', 'intensity', 'energy', 'amplitude'];
/** Columns that describe a cloud by itself. */
const OWN: readonly PointSetColumn[] = ['returnNumber', 'returnCount'];

/** The columns to read of each cloud. Throws UserError if one lacks columns that `options` need. */
function columnsToRead(
  a: ReadableCloud,
  b: ReadableCloud,
  { match = 'auto', every }: CompareCloudsOptions,
): Record<'a' | 'b', PointSetColumn[]> {
  const has = {
    a: new Set(recordColumnsOf(a).map(({ key }) => key)),
    b: new Set(recordColumnsOf(b).map(({ key }) => key)),
  };
  const both = (column: PointKey) => has.a.has(column) && has.b.has(column);
  const need = (option: string, column: 'pulse' | 'gpsTime') => {
    if (both(column)) return;
    throw new UserError(`${option}: its points have no ${column === 'pulse' ? 'numbers of pulses' : 'times'}`, {
      place: { file: has.a.has(column) ? b.path : a.path },
      hint:
        column === 'pulse'
          ? 'subray writes them with fields: [standard, pulse] at an output'
          : '--match nearest needs none',
    });
  };
  if (every !== undefined) need(`--every ${every}`, 'pulse');
  if (match === 'pulse') need('--match pulse', 'pulse');
  if (match === 'time') need('--match time', 'gpsTime');
  const byPulse = match === 'pulse' || (match === 'auto' && both('pulse'));
  const byTime = match === 'time' || (match === 'auto' && !byPulse && both('gpsTime'));
  const common: PointSetColumn[] = [
    ...SHARED.filter(both),
    ...(byPulse ? (['pulse'] as const) : []),
    ...(byTime ? (['gpsTime'] as const) : []),
  ];
  const own = (keys: Set<PointKey>) => OWN.filter((column) => keys.has(column));
  return { a: [...common, ...own(has.a)], b: [...common, ...own(has.b)] };
}

/** Factors and terms of intensities that are not those of 16 bits, if the other cloud has another range. */
function intensityScales(a: ReadableCloud, b: ReadableCloud) {
  const [one, other] = [a, b].map(({ intensities }) => intensities?.span && scaleOfSpan(intensities.span));
  const both = [a, b].every((cloud) => recordColumnsOf(cloud).some(({ key }) => key === 'intensity'));
  const areAlike = one?.scale === other?.scale && !one?.shift && !other?.shift;
  return both && !areAlike ? { a: one, b: other } : {};
}

/** Doubts about the pairing. */
function pairingDoubts(
  { matched }: DetailedComparison,
  timesA: Float64Array | undefined,
  timesB: Float64Array | undefined,
): string[] {
  const { by, sameReturn, points, crowded, sameTimes } = matched;
  if (crowded) return [`points are paired as nearest neighbours: ${crowdedText(crowded)}`];
  if (sameTimes !== undefined) {
    const shared = sameTimes === 0 ? 'no time is' : `times of ${counted(sameTimes, 'point')} alone are`;
    return [`points are paired as nearest neighbours: ${shared} in both clouds${timeSpans(timesA, timesB)}`];
  }
  if (by === 'nearest') return [];
  const doubts = sameReturn ? [] : [`a cloud has no return numbers: points are paired by their ${by} alone`];
  if (points === 0) doubts.push(`no ${by} is in both clouds${by === 'time' ? timeSpans(timesA, timesB) : ''}`);
  return doubts;
}

/** `: 1.000 … 2.000 s and 5.000 … 6.000 s` */
function timeSpans(...times: (Float64Array | undefined)[]): string {
  const spans = times.map((values = new Float64Array()) => {
    const finite = values.filter(Number.isFinite);
    if (finite.length === 0) return 'none';
    const [least, most] = finite.reduce(
      ([low, high], time) => [Math.min(low, time), Math.max(high, time)],
      [Infinity, -Infinity],
    );
    return `${least.toFixed(3)} … ${most.toFixed(3)} s`;
  });
  return `: ${spans.join(' and ')}`;
}

/**
 * Throws UserError if the coordinates of two clouds have different meanings; returns doubts whether the meanings agree.
 */
function referenceDoubts(a: ReadableCloud, b: ReadableCloud): string[] {
  const [one, other] = [comparedCrs(a), comparedCrs(b)];
  if (!one || !other) {
    const known = one ?? other;
    if (!known) return [];
    const nameless = one ? b.path : a.path;
    return [`${nameless} names no reference system; its coordinates are taken to be in ${crsTitle(known)}`];
  }
  const agreement = sameSystem(one, other, { anyUnit: true });
  if (agreement === 'other')
    throw new UserError(`is in ${crsTitle(other)}, and ${a.path} in ${crsTitle(one)}`, {
      place: { file: b.path },
      hint: 'transform one of the clouds first; distances between different systems say nothing',
    });
  return agreement === 'same' ? [] : [`the reference systems may differ: ${crsTitle(one)} and ${crsTitle(other)}`];
}
