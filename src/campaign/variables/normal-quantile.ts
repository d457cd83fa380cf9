/**
 * The standard normal distribution's quantile of a probability: Acklam (2003), "An algorithm for computing the
 * inverse normal cumulative distribution function", whose relative error is at most 1.15·10⁻⁹. Probabilities are
 * kept 2⁻⁵³ away from 0 and 1.
 */
export function normalQuantile(probability: number): number {
  const p = Math.min(Math.max(probability, LEAST), 1 - LEAST);
  if (p > 1 - TAIL) return -tail(1 - p);
  if (p < TAIL) return tail(p);
  const q = p - 0.5;
  const r = q * q;
  return (q * polynomial(A, r)) / (polynomial(B, r) * r + 1);
}

/** Distance between neighbouring numbers below 1. */
const LEAST = 2 ** -53;
/** Below this probability the tail's own approximation holds. */
const TAIL = 0.02425;

const A = [
  -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716, 2.506628277459239,
];
const B = [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572];
const C = [
  -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
];
const D = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416];

function tail(p: number): number {
  const q = Math.sqrt(-2 * Math.log(p));
  return polynomial(C, q) / (polynomial(D, q) * q + 1);
}

const polynomial = (coefficients: readonly number[], x: number): number =>
  coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);

/** The probability of a standard normal value below `z`: the root of `normalQuantile`, found by bisection. */
export function normalProbability(z: number): number {
  let [low, high] = [0, 1];
  for (let k = 0; k < 60; k++) {
    const middle = (low + high) / 2;
    if (normalQuantile(middle) < z) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
