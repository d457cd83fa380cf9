const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

export const mean = (numbers: readonly number[]): number => sum(numbers) / numbers.length;

/** The mean of this power of the distance from the mean. */
function centralMoment(numbers: readonly number[], power: number): number {
  const middle = mean(numbers);
  return mean(numbers.map((number) => (number - middle) ** power));
}

export const deviation = (numbers: readonly number[]): number => Math.sqrt(centralMoment(numbers, 2));

/** 3 for normal numbers. */
export const kurtosis = (numbers: readonly number[]): number =>
  centralMoment(numbers, 4) / centralMoment(numbers, 2) ** 2;

export function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  return mean(a.map((number, k) => (number - meanA) * (b[k] - meanB))) / (deviation(a) * deviation(b));
}

/** The largest distance between the distribution of the numbers and the standard normal one. */
export function kolmogorovDistance(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted.reduce((worst, number, k) => {
    const below = normalShare(number);
    return Math.max(worst, Math.abs(below - k / sorted.length), Math.abs(below - (k + 1) / sorted.length));
  }, 0);
}

/** The share of normal numbers below x, to 1e-7 (Abramowitz and Stegun 1964, 26.2.17). */
export function normalShare(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const above = (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * series;
  return x > 0 ? 1 - above : above;
}

/** Deviation of a binomial number `count` of `tries` from its mean, in standard deviations. */
export const deviationsOf = (count: number, tries: number, probability: number): number =>
  Math.abs(count - tries * probability) / Math.sqrt(tries * probability * (1 - probability));

/** The largest distance between the distribution of the numbers and the uniform one in [0, 1]. */
export function uniformDistance(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted.reduce(
    (most, number, k) =>
      Math.max(most, Math.abs(number - k / sorted.length), Math.abs(number - (k + 1) / sorted.length)),
    0,
  );
}

/**
 * Significance of the test of Kolmogorov and Smirnov that the numbers are uniform in [0, 1] (Numerical Recipes, 14.3).
 */
export const uniformSignificance = (numbers: readonly number[]): number =>
  kolmogorovSignificance(uniformDistance(numbers), numbers.length);

/** Probability that `count` numbers of a distribution are at least this far from it. */
export function kolmogorovSignificance(distance: number, count: number): number {
  const scaled = (Math.sqrt(count) + 0.12 + 0.11 / Math.sqrt(count)) * distance;
  let total = 0;
  for (let k = 1; k <= 100; k++) total += 2 * (-1) ** (k - 1) * Math.exp(-2 * (k * scaled) ** 2);
  return Math.min(1, total);
}
