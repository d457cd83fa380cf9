import { invariant } from '../../base/errors.js';
import { createColumns, joinBatches, optionalArray, type PointBatch, type PointKey } from '../../cloud/point-batch.js';
import { REFLECTANCE_FLOOR_DB } from '../../cloud/tone-mapping/intensity-scale.js';
import type { PulseList } from '../../engine/cpu/pulse-lister.js';
import { recordedRanges } from '../../scanner/recorded-ranges.js';
import type { Scanner } from '../../scanner/scanner.js';
import { type BeamFrame, placeOnBeam } from './beam-points.js';
import { type LegRestrictions, restrictionFinder } from './restrict-pulses.js';
import { NO_SURFACE } from './scene-bodies.js';
import { keepPoints, type TracedPoints } from './traced-points.js';

/** The leg whose pulses without returns become points. */
export interface LegOfMisses extends BeamFrame {
  scanner: Scanner;
  restricted: LegRestrictions;
  /** Sets the scan lines of points; absent: points have none. */
  markLines?: (points: PointBatch, pulses: Uint32Array) => void;
}

/**
 * The traced points and, in the order of the pulses, a point for each pulse that was fired, is not lost by a
 * restriction, and has none: on the axis of its beam where its laser's range ends, return 0 of 0, withheld, of class 0
 * and without energy. Precondition: `traced` lists its pulses, and restrictions are applied.
 */
export function addMisses(traced: TracedPoints, leg: LegOfMisses): TracedPoints {
  const { first, end, listPulses } = traced;
  invariant(listPulses, 'pulses without returns are known where pulses are listed');
  const list = listPulses();
  const missed = missedPulses(traced, list, leg.restricted);
  const points = { ...traced.points };
  optionalArray(points, 'withheld');
  const keys = Object.keys(points).filter((key) => ArrayBuffer.isView(points[key as PointKey])) as PointKey[];
  const misses = createColumns(missed.length, keys) as PointBatch;
  const limits = leg.scanner.channels.map((channel) => recordedRanges(leg.scanner, channel).rangeMax);
  for (let i = 0; i < missed.length; i++) {
    const k = missed[i] - first;
    placeOnBeam(misses, i, limits[list.channels[k]], { pulses: list, k, frame: leg });
  }
  misses.withheld?.fill(1);
  misses.reflectanceDb?.fill(REFLECTANCE_FLOOR_DB);
  for (const array of [misses.heightAboveGround, misses.radialVelocity, misses.velocity]) array?.fill(Number.NaN);
  leg.markLines?.(misses, missed);
  const pulses = joined(traced.pulses, missed, new Uint32Array(traced.points.count + missed.length));
  const times = joined(
    traced.times,
    Float64Array.from(missed, (pulse) => list.times[pulse - first]),
    new Float64Array(pulses.length),
  );
  const none = traced.bodies && new Int32Array(missed.length).fill(NO_SURFACE);
  const bodies = traced.bodies && none && joined(traced.bodies, none, new Int32Array(pulses.length));
  const both = { ...traced, first, end, points: joinBatches([points, misses]), pulses, times, bodies };
  return keepPoints(both, inOrder(traced.pulses, missed));
}

/** Numbers of the pulses that were fired, and of which nothing is recorded. */
function missedPulses(
  traced: TracedPoints,
  { count, times, silent }: PulseList,
  restricted: LegRestrictions,
): Uint32Array {
  const { first, pulses } = traced;
  const isHit = new Uint8Array(count);
  for (const pulse of pulses) isHit[pulse - first] = 1;
  const restrictionOf = restricted.restrictions.length > 0 ? restrictionFinder(traced, restricted) : () => -1;
  const missed = new Uint32Array(count);
  let found = 0;
  for (let k = 0; k < count; k++)
    if (isHit[k] === 0 && silent[k] === 0 && restrictionOf(first + k, times[k]) < 0) missed[found++] = first + k;
  return missed.subarray(0, found);
}

/** Indices of the points of two rising lists of pulses, one behind the other, in the order of the pulses. */
function inOrder(pulses: Uint32Array, others: Uint32Array): Uint32Array {
  const order = new Uint32Array(pulses.length + others.length);
  let [i, j] = [0, 0];
  for (let k = 0; k < order.length; k++)
    order[k] = j === others.length || pulses[i] < others[j] ? i++ : pulses.length + j++;
  return order;
}

function joined<Numbers extends Uint32Array | Float64Array | Int32Array>(
  before: Numbers,
  after: Numbers,
  out: Numbers,
): Numbers {
  out.set(before);
  out.set(after, before.length);
  return out;
}
