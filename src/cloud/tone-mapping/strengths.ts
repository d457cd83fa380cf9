import type { PointBatch } from '../point-batch.js';
import { INTENSITY_SPANS, type IntensityScale, type LinkBudget, relativeEnergy } from './intensity-scale.js';

/*
 * Intensities of points in the layouts of others: files of data sets, and messages. Instruments publish the reflectance
 * there, 100 for a white diffuse target and more for retro-reflectors in a byte (VLP-16 User Manual, Velodyne 63-9243
 * Rev. D, 6.1, "Calibrated Reflectivity"), and so do we, unless the survey chooses a scale.
 */

/** Numbers of a range of intensities: that of a white Lambertian target across the beam, and the greatest. */
export const STRENGTH_RANGES = Object.freeze({ unit: { white: 1, top: 1 }, byte: { white: 100, top: 255 } });

export type StrengthRange = keyof typeof STRENGTH_RANGES;

export const STRENGTH_RANGE_NAMES = ['unit', 'byte'] as const satisfies StrengthRange[];

/** Form of intensities in a layout. */
export interface StrengthForm {
  range: StrengthRange;
  /** The scale of intensities that the survey chooses; absent: none. */
  scale?: IntensityScale['kind'];
}

type MeasuredPoints = Pick<PointBatch, 'count' | 'energy' | 'range' | 'intensity'>;

/**
 * The intensities of points in a form, from 0 to the top of its range. On no scale, they are in proportion to the
 * energy over that of a white target at the same range; those above the top are the top. On a scale, its span of 16-bit
 * intensities becomes the whole range. Cells without a return have 0.
 */
export function strengths(points: MeasuredPoints, form: StrengthForm, budget: LinkBudget): Float32Array<ArrayBuffer> {
  const { white, top } = STRENGTH_RANGES[form.range];
  if (form.scale !== undefined) return spanned(points, INTENSITY_SPANS[form.scale], top);
  const { energy, range } = points;
  const numbers = new Float32Array(points.count);
  for (let i = 0; i < numbers.length; i++) {
    const value = white * relativeEnergy(energy[i], range[i], budget);
    // Not Math.min and Math.max, which let NaN pass.
    if (value > 0) numbers[i] = value < top ? value : top;
  }
  return numbers;
}

function spanned(
  { count, intensity }: MeasuredPoints,
  { low, high }: { low: number; high: number },
  top: number,
): Float32Array<ArrayBuffer> {
  const numbers = new Float32Array(count);
  const step = top / (high - low);
  for (let i = 0; i < count; i++) numbers[i] = Math.min(top, Math.max(0, step * (intensity[i] - low)));
  return numbers;
}
