/** Number of values that fit a message. */
const SHOWN = 5;

/**
 * The first few of `values` for which `holds` is not true, and their places. `expect(outliers(…)).toEqual([])` tests a
 * thousand values as an `expect` of each would, in less than a hundredth of the time: Vitest spends some 10 µs on each
 * call.
 */
export function outliers<T>(
  values: Iterable<T>,
  holds: (value: T, index: number) => boolean,
): { at: number; value: T }[] {
  const found: { at: number; value: T }[] = [];
  let at = 0;
  for (const value of values) {
    if (holds(value, at) !== true) found.push({ at, value });
    if (found.length === SHOWN) break;
    at++;
  }
  return found;
}

/**
 * The first few places at which `found` is not less than `tolerance` from `expected`, NaN and missing numbers among
 * them; `toBeCloseTo` of n digits has the tolerance 0.5 · 10⁻ⁿ.
 */
export function deviations(found: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number) {
  const places = Array.from({ length: Math.max(found.length, expected.length) }, (_, at) => at);
  const far = outliers(places, (at) => Math.abs(found[at] - expected[at]) < tolerance);
  return far.map(({ at }) => ({ at, found: found[at], expected: expected[at] }));
}

/** The first few places at which `found` is not the very number of `expected`; NaN is itself, and −0 is not 0. */
export function differences(found: ArrayLike<number>, expected: ArrayLike<number>) {
  const places: { at: number; found: number; expected: number }[] = [];
  const length = Math.max(found.length, expected.length);
  for (let at = 0; at < length && places.length < SHOWN; at++)
    if (!Object.is(found[at], expected[at])) places.push({ at, found: found[at], expected: expected[at] });
  return places;
}
