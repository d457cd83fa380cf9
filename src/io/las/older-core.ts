/*
 * The core of records of point formats 1 and 3, between coordinates and extra bytes. ASPRS LAS Specification 1.2, tables
 * "Point Data Record Format 1" and "3": three bits for a return number, five for a class, whole degrees for the angle.
 */
import { DEGREE } from '../../base/angle.js';
import { invariant, UserError } from '../../base/errors.js';
import type { PointBatch } from '../../cloud/point-batch.js';
import type { ColumnPlace } from '../column.js';
import type { Loss } from '../point-sink.js';
import { LEGACY_RETURN_NUMBERS } from './las-header.js';
import { FORMAT_1, OLDER_CLASS_MAX } from './point-layout.js';
import type { TallyCounts } from './record-tally.js';

/** Degrees of the scan angle rank, to both sides. */
const RANK_MAX = 90;

/**
 * Writes the core of points `first` … `first + count` of `batch` to `place`, and counts them. Throws UserError for a class of
 * more than five bits, which would become another one.
 */
export function encodeOlderCore(
  batch: PointBatch,
  first: number,
  count: number,
  { view, at, stride }: ColumnPlace,
  counts: TallyCounts,
): void {
  const { returnNumber, returnCount, classification, scanAngle } = batch;
  let fault = 0;
  for (let i = 0, p = first, to = at; i < count; i++, p++, to += stride) {
    const number = Math.min(returnNumber[p], LEGACY_RETURN_NUMBERS);
    const total = Math.min(returnCount[p], LEGACY_RETURN_NUMBERS);
    // Negative, so that the sign bit stays set, unless 1 ≤ number ≤ total.
    fault |= (returnNumber[p] - 1) | (returnCount[p] - returnNumber[p]);
    if (total < returnCount[p]) counts.heldReturns++;
    if (classification[p] > OLDER_CLASS_MAX) throw classFault(classification[p]);
    const angle = Math.round(scanAngle[p] / DEGREE);
    const rank = Math.min(Math.max(angle, -RANK_MAX), RANK_MAX);
    if (rank !== angle) counts.heldAngles++;
    counts.byReturn[number]++;
    view.setUint16(to + FORMAT_1.intensity, batch.intensity[p], true);
    view.setUint8(to + FORMAT_1.returns, number | (total << 3));
    view.setUint8(to + FORMAT_1.classification, classification[p]);
    view.setInt8(to + FORMAT_1.scanAngle, rank);
    view.setUint8(to + FORMAT_1.userData, 0);
    view.setUint16(to + FORMAT_1.pointSourceId, batch.pointSourceId[p], true);
    view.setFloat64(to + FORMAT_1.gpsTime, batch.gpsTime[p], true);
  }
  invariant(fault >= 0, 'return numbers go from 1 to the number of returns');
}

/** What records of LAS 1.2 do not hold as it was given. */
export function olderLosses({ heldReturns, heldAngles }: TallyCounts): Loss[] {
  const held = (of: string, most: string, points: number): Loss[] =>
    points > 0 ? [{ of, what: `are held at ${most}, the most that LAS 1.2 has`, points }] : [];
  return [
    ...held('return numbers', String(LEGACY_RETURN_NUMBERS), heldReturns),
    ...held('scan angles', `${RANK_MAX}°`, heldAngles),
  ];
}

const classFault = (found: number): UserError =>
  new UserError(
    `found a point of class ${found}; LAS 1.2 (point formats 1 and 3) has classes of 0 to ${OLDER_CLASS_MAX}`,
    {
      hint: 'take point format 6 or 7',
    },
  );
