/** The brightest intensity. */
export const INTENSITY_MAX = 65535;

/** Steps of 0.01 dB, as RIEGL's LAS files have them in their extra bytes «Amplitude» and «Reflectance». */
export const STEPS_PER_DECIBEL = 100;

/** A value as the 16-bit intensity: rounded, 0 below (and for what is not a number), 65535 above. */
export function toIntensity(value: number): number {
  // Not Math.min and Math.max, which NaN passes.
  if (!(value > 0)) return 0;
  return value < INTENSITY_MAX ? Math.round(value) : INTENSITY_MAX;
}
