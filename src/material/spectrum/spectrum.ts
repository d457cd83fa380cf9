/** A value for every wavelength: one number that holds at all of them, or samples of a curve. */
export type Spectrum = number | SampledSpectrum;

export interface SampledSpectrum {
  /** Rising, at least one. Nothing is known outside of them. */
  readonly wavelengthsNm: readonly number[];
  /** One value per wavelength. */
  readonly values: readonly number[];
}

/** Complex refractive index n + ik. */
export interface RefractiveIndex {
  readonly n: Spectrum;
  /** Extinction; 0 for clear media. */
  readonly k: Spectrum;
}

/**
 * Value of `spectrum` at a wavelength, on the curve through its samples. The curve is piecewise cubic and rises and
 * falls only where the samples do, so it stays between two neighbours. Beyond the first and last sample it keeps their
 * value; `spectrumRange` returns this range. Preconditions: wavelengths rise; they and the values are finite and equal
 * in number; `wavelengthNm` is a number. Source: Steffen (1990), "A simple method for monotonic interpolation in one
 * dimension", A&A 239, 443, eqs. 2-5, 11.
 */
export function spectrumAt(spectrum: Spectrum, wavelengthNm: number): number {
  if (typeof spectrum === 'number') return spectrum;
  const { wavelengthsNm, values } = spectrum;
  const last = values.length - 1;
  if (wavelengthNm <= wavelengthsNm[0]) return values[0];
  if (wavelengthNm >= wavelengthsNm[last]) return values[last];
  const index = intervalOf(wavelengthsNm, wavelengthNm);
  const step = wavelengthsNm[index + 1] - wavelengthsNm[index];
  const t = (wavelengthNm - wavelengthsNm[index]) / step;
  const value = hermite(
    t,
    values[index],
    values[index + 1],
    slopeAt(spectrum, index) * step,
    slopeAt(spectrum, index + 1) * step,
  );
  // Otherwise rounding could move a flat stretch away from its samples, for instance below 0.
  const [low, high] = [Math.min(values[index], values[index + 1]), Math.max(values[index], values[index + 1])];
  return Math.min(Math.max(value, low), high);
}

/**
 * Value of `spectrum` at a wavelength, on straight lines between its samples, as HELIOS++ reads it (SpectralLibrary).
 * Beyond the first and last sample it keeps their value.
 */
export function linearSpectrumAt(spectrum: Spectrum, wavelengthNm: number): number {
  if (typeof spectrum === 'number') return spectrum;
  const { wavelengthsNm, values } = spectrum;
  const last = values.length - 1;
  if (wavelengthNm <= wavelengthsNm[0]) return values[0];
  if (wavelengthNm >= wavelengthsNm[last]) return values[last];
  const index = intervalOf(wavelengthsNm, wavelengthNm);
  const t = (wavelengthNm - wavelengthsNm[index]) / (wavelengthsNm[index + 1] - wavelengthsNm[index]);
  return (1 - t) * values[index] + t * values[index + 1];
}

/** First and last wavelength (nm) at which `spectrum` is known; undefined for a number that holds at all of them. */
export function spectrumRange(
  spectrum: number | Pick<SampledSpectrum, 'wavelengthsNm'>,
): readonly [number, number] | undefined {
  if (typeof spectrum === 'number') return undefined;
  return [spectrum.wavelengthsNm[0], spectrum.wavelengthsNm[spectrum.wavelengthsNm.length - 1]];
}

/** The interval [index, index + 1] of `wavelengths` that contains `wavelength`, which is within their range. */
function intervalOf(wavelengths: readonly number[], wavelength: number): number {
  let [low, high] = [0, wavelengths.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (wavelengths[middle] <= wavelength) low = middle;
    else high = middle;
  }
  return low;
}

/** Cubic from `a` to `b` for t in 0…1, with derivatives `da` and `db` with respect to t at its ends. */
function hermite(t: number, a: number, b: number, da: number, db: number): number {
  const rest = 1 - t;
  return rest * rest * ((1 + 2 * t) * a + t * da) + t * t * ((1 + 2 * rest) * b - rest * db);
}

/**
 * Slope (1/nm) of the curve at sample `index`: that of the parabola through its neighbours, at most twice that of
 * either side.
 */
function slopeAt({ wavelengthsNm: x, values: y }: SampledSpectrum, index: number): number {
  const last = x.length - 1;
  const secant = (from: number) => (y[from + 1] - y[from]) / (x[from + 1] - x[from]);
  if (last === 1) return secant(0);
  if (index === 0) return endSlope(secant(0), secant(1), x[1] - x[0], x[2] - x[1]);
  if (index === last)
    return endSlope(secant(last - 1), secant(last - 2), x[last] - x[last - 1], x[last - 1] - x[last - 2]);
  const [before, after] = [secant(index - 1), secant(index)];
  if (before * after <= 0) return 0;
  const [back, ahead] = [x[index] - x[index - 1], x[index + 1] - x[index]];
  const parabola = (before * ahead + after * back) / (back + ahead);
  return Math.sign(before) * Math.min(2 * Math.abs(before), 2 * Math.abs(after), Math.abs(parabola));
}

/**
 * Slope at the end of an interval of slope `near` and width `width`, next to one of slope `far` and width `farWidth`.
 */
function endSlope(near: number, far: number, width: number, farWidth: number): number {
  const parabola = near * (1 + width / (width + farWidth)) - far * (width / (width + farWidth));
  if (parabola * near <= 0) return 0;
  return Math.abs(parabola) > 2 * Math.abs(near) ? 2 * near : parabola;
}
