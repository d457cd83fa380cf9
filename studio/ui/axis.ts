/** Smallest and largest of the numbers that are finite. */
export function extent(values: ArrayLike<number>): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (let k = 0; k < values.length; k++) {
    if (!Number.isFinite(values[k])) continue;
    low = Math.min(low, values[k]);
    high = Math.max(high, values[k]);
  }
  return [low, high];
}

/** Round numbers between two others, about `count` of them: multiples of 1, 2 or 5 times a power of ten. */
export function niceSteps(low: number, high: number, count: number): number[] {
  const rough = (high - low) / count;
  if (!(rough > 0)) return [low];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, k) => Number(((first + k) * step).toPrecision(12)));
}
