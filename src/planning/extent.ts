/** Smallest and largest of any number of values; Infinity and −Infinity without any. */
export function extentOf(values: Iterable<number>): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return [low, high];
}
