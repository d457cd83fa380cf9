import type { Detection, LaserChannel, Scanner } from './scanner.js';

/** The ranges that a laser of a scanner records, metres. */
export const recordedRanges = (
  { detection }: Pick<Scanner, 'detection'>,
  { rangeMin = detection.rangeMin, rangeMax = detection.rangeMax }: LaserChannel,
): Pick<Detection, 'rangeMin' | 'rangeMax'> => ({ rangeMin, rangeMax });
