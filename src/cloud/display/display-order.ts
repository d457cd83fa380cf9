/**
 * The order in which the points of a chunk are drawn: the k-th one is record `k · stride mod count`, and
 * record r is drawn as number `r · inverse mod count`. Products are below 2^53 for every chunk of fewer
 * than 2^26 points. Plain data.
 */
export interface DisplayOrder {
  count: number;
  stride: number;
  inverse: number;
}

const GOLDEN_RATIO = (1 + Math.sqrt(5)) / 2;
/** Largest distance of a stride from count / golden ratio; one of few divisors is always nearer. */
const REACH = 24;

/**
 * The order of a chunk of `count` points in which the first n are evenly distributed for every n: gaps between them are
 * at most some three times as long as equal ones. By multiples of a number near the golden section (the three-gap
 * theorem, T. van Ravenstein 1988, J. Austral. Math. Soc. A 45): the stride near count / golden ratio without a common
 * divisor whose continued fraction with count has the smallest partial quotients.
 *
 * @example
 * ```ts
 * const { count, stride } = displayOrder(1000);
 * const records = Array.from({ length: 10 }, (_, k) => (k * stride) % count);
 * ```
 */
export function displayOrder(count: number): DisplayOrder {
  const middle = Math.round(count / GOLDEN_RATIO);
  let best = { count, stride: 1, inverse: 1 };
  let least = Infinity;
  // From the middle outwards, so that the nearest of equals wins.
  for (let step = 0; step <= 2 * REACH; step++) {
    const stride = middle + (step % 2 === 0 ? -step / 2 : (step + 1) / 2);
    if (stride < 1 || stride >= count) continue;
    const found = expand(stride, count);
    if (!found || found.most >= least) continue;
    least = found.most;
    best = { count, stride, inverse: found.inverse };
  }
  return best;
}

/**
 * Largest partial quotient of stride / count, and the inverse of stride modulo count;
 * undefined if they share a divisor.
 */
function expand(stride: number, count: number): { most: number; inverse: number } | undefined {
  let [a, b, x, y, most] = [count, stride, 0, 1, 0];
  while (b > 0) {
    const quotient = Math.floor(a / b);
    [a, b] = [b, a - quotient * b];
    [x, y] = [y, x - quotient * y];
    // The last one ends at 1 and is one too large.
    most = Math.max(most, b === 0 ? quotient - 1 : quotient);
  }
  return a === 1 ? { most, inverse: ((x % count) + count) % count } : undefined;
}
