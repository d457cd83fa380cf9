import { viewOf } from '../bytes/byte-fields.js';
import { batchPointsOf } from '../records/batch-points.js';
import type { NumberSpan } from '../records/number-span.js';
import type { ReadableCloud } from '../records/readable-cloud.js';
import { type NumberPlace, readValues } from '../records/record-columns.js';
import type { RecordSource } from '../records/record-source.js';

/** Points of a stretch that are looked at together, and those looked at of a file read in sequence. */
const STRETCH_POINTS = 1024;
const FIRST_POINTS = 16_384;

/** Stretches spread over a file, and over one whose chunks have to be unpacked for them. */
const STRETCHES = 16;
const PACKED_STRETCHES = 3;

/** Stretches of a cloud to look at: all of a small one, else some spread over it, or its beginning. */
function stretchesOf(cloud: ReadableCloud, isSpread: boolean, isPacked: boolean): [first: number, end: number][] {
  const { pointCount } = cloud;
  if (!isSpread || pointCount <= FIRST_POINTS) {
    const all = Math.min(pointCount, FIRST_POINTS);
    const parts = Math.ceil(all / STRETCH_POINTS);
    return Array.from({ length: parts }, (_, k) => [STRETCH_POINTS * k, Math.min(all, STRETCH_POINTS * (k + 1))]);
  }
  const count = isPacked ? PACKED_STRETCHES : STRETCHES;
  const step = (pointCount - STRETCH_POINTS) / (count - 1);
  return Array.from({ length: count }, (_, k) => {
    // From the start of a chunk, so that none is unpacked twice.
    const unit = isPacked ? batchPointsOf(cloud) : 1;
    const first = unit * Math.floor((k * step) / unit);
    return [first, Math.min(pointCount, first + STRETCH_POINTS)];
  });
}

/**
 * Shows the numbers at `places` of points of an open cloud to `spans`, one for each place, until `isEnough`. Returns
 * whether all points were shown. Throws UserError if they cannot be read.
 */
export async function sampleNumbers(
  cloud: ReadableCloud,
  source: RecordSource,
  { places, spans, isEnough }: { places: readonly NumberPlace[]; spans: readonly NumberSpan[]; isEnough(): boolean },
  { isSpread, isPacked }: { isSpread: boolean; isPacked: boolean },
): Promise<boolean> {
  const { recordLength, pointCount } = cloud;
  const records = new Uint8Array(STRETCH_POINTS * recordLength);
  const values = new Float64Array(STRETCH_POINTS);
  let seen = 0;
  for (const [first, end] of stretchesOf(cloud, isSpread, isPacked)) {
    await source.read(first, end - first, records);
    for (const [k, place] of places.entries()) {
      readValues(place, viewOf(records), recordLength, end - first, values);
      for (let i = 0; i < end - first; i++) spans[k].add(values[i]);
    }
    seen += end - first;
    if (isEnough()) break;
  }
  return seen >= pointCount;
}
