import type { CodedPoints } from '../../io/records/coded-points.js';
import { addSights, type Sights } from './sights.js';

/** Coded points with the sights of boxes behind their bytes, for their way between threads. */
export const withSights = (points: CodedPoints, sights: Sights): CodedPoints => ({
  ...points,
  bytes: [...points.bytes, new Uint8Array(sights.buffer)],
});

/** The points alone; their sights are added to `sum`. */
export function takeSights(points: CodedPoints, sum: Sights): CodedPoints {
  const { bytes } = points;
  // A copy, which begins where numbers of 64 bits may.
  const seen = bytes[bytes.length - 1].slice();
  addSights(sum, new Float64Array(seen.buffer));
  return { ...points, bytes: bytes.slice(0, -1) };
}
