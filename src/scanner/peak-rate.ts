/** Full width at half maximum of a Gaussian over its standard deviation. */
const FWHM_PER_SIGMA = 2 * Math.sqrt(2 * Math.LN2);

/** Peak power of a Gaussian pulse over its energy, 1/s, for a `duration` (full width at half maximum, seconds). */
export const peakRate = (duration: number): number => FWHM_PER_SIGMA / (duration * Math.sqrt(2 * Math.PI));
