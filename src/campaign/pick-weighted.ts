/**
 * One of `entries`, each as likely as its weight says, for `unit`, a number from 0 on, below 1.
 * At least one weight is > 0.
 */
export function pickWeighted<Value>(entries: readonly (readonly [Value, number])[], unit: number): Value {
  const likely = entries.filter(([, weight]) => weight > 0);
  let left = unit * likely.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [value, weight] of likely) {
    left -= weight;
    if (left < 0) return value;
  }
  // Rounding may leave nothing of the last one.
  return likely[likely.length - 1][0];
}
