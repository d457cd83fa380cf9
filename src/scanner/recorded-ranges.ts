import type { Detection, LaserChannel, Scanner } from './scanner.js';

/** Limits of the ranges that a laser records, metres. */
export type RecordedRanges = Pick<Detection, 'rangeMin' | 'rangeMax'>;

/** The ranges that a laser of a scanner records, metres. */
export const recordedRanges = (
  { detection }: Pick<Scanner, 'detection'>,
  { rangeMin = detection.rangeMin, rangeMax = detection.rangeMax }: LaserChannel,
): RecordedRanges => ({ rangeMin, rangeMax });
