/**
 * The complementary error function, to the digits of a double: the series of Abramowitz and Stegun (1964, 7.1.5) below
 * 2, their continued fraction (7.1.14) above.
 */
export function erfc(x: number): number {
  if (x < 0) return 2 - erfc(-x);
  if (x < 2) {
    let [sum, term] = [0, x];
    for (let n = 0; n < 60; n++) {
      sum += term / (2 * n + 1);
      term *= -(x * x) / (n + 1);
    }
    return 1 - (2 / Math.sqrt(Math.PI)) * sum;
  }
  let fraction = 0;
  for (let n = 80; n > 0; n--) fraction = n / 2 / (x + fraction);
  return Math.exp(-x * x) / Math.sqrt(Math.PI) / (x + fraction);
}
