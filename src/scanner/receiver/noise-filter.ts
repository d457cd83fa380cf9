/** Frequencies at which the filter is worked out: more than twice as many as it has weights. */
const FREQUENCIES = 128;
/** How far the correlation of two samples may be off. */
const TOLERANCE = 1e-3;

/**
 * Correlation of white noise behind a Gaussian filter with a standard deviation of `spread` samples, so many samples
 * apart.
 */
export const filteredCorrelation = (spread: number, apart: number): number =>
  spread === 0 ? Number(apart === 0) : Math.exp(-((apart / (2 * spread)) ** 2));

/**
 * Half of a symmetric filter of white samples, from its middle. What it leaves has the variance of the white noise, and
 * the correlation of noise behind a Gaussian low pass, `spread` samples wide, before it is sampled. That low pass
 * itself, sampled, would correlate too little where it is about as wide as a sample. The filter's gain is the root of
 * the spectrum of the sampled noise. It has the fewest weights that are right to 10⁻³, `reachMax` beside the middle at
 * most; undefined: these are too few. Empty: noise is white.
 */
export function noiseFilter(spread: number, reachMax: number): number[] | undefined {
  if (spread === 0) return [];
  const weights = transformed(spectrum(spread).map((power) => Math.sqrt(Math.max(0, power))));
  for (let reach = 0; reach <= reachMax; reach++) {
    const half = ofUnitVariance(weights.slice(0, reach + 1));
    if (worstCorrelation(half, spread) < (reach < reachMax ? TOLERANCE : 10 * TOLERANCE)) return half;
  }
  return undefined;
}

/** Power of the sampled noise at each frequency. */
const spectrum = (spread: number): number[] =>
  transformed(
    Array.from({ length: FREQUENCIES }, (_, k) => filteredCorrelation(spread, Math.min(k, FREQUENCIES - k))),
  ).map((value) => value * FREQUENCIES);

/** The mean of an even sequence times the cosines of each frequency. */
const transformed = (values: readonly number[]): number[] =>
  values.map(
    (_, m) =>
      values.reduce((sum, value, k) => sum + value * Math.cos((2 * Math.PI * m * k) / FREQUENCIES), 0) / FREQUENCIES,
  );

/** Weights scaled so that white noise keeps its variance. */
function ofUnitVariance(half: readonly number[]): number[] {
  const norm = Math.sqrt(correlationOf(half, 0));
  return half.map((weight) => weight / norm);
}

/** Sum of products of the weights with those so many samples aside. */
export function correlationOf(half: readonly number[], apart: number): number {
  const weight = (k: number) => half[Math.abs(k)] ?? 0;
  let sum = 0;
  for (let k = 1 - half.length; k < half.length; k++) sum += weight(k) * weight(k + apart);
  return sum;
}

const worstCorrelation = (half: readonly number[], spread: number): number =>
  Math.max(
    ...Array.from({ length: 2 * half.length }, (_, apart) =>
      Math.abs(correlationOf(half, apart) - filteredCorrelation(spread, apart)),
    ),
  );
