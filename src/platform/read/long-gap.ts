/** Steps longer than the usual one by this factor cause a warning. */
const GAP_FACTOR = 10;

/** A stretch of the times of a recording, seconds. */
interface Stretch {
  from: number;
  to: number;
}

/**
 * A sentence about the longest step between two poses in a stretch of a recording, the whole by default; undefined if
 * it is not far longer than is usual in the whole.
 */
export function longGap(
  times: Float64Array,
  { from, to }: Stretch = { from: -Infinity, to: Infinity },
): string | undefined {
  let longest = -1;
  for (let k = 0; k + 1 < times.length; k++) {
    if (times[k + 1] <= from || times[k] >= to) continue;
    if (longest < 0 || stepAfter(times, k) > stepAfter(times, longest)) longest = k;
  }
  if (longest < 0) return undefined;
  const [gap, usual] = [stepAfter(times, longest), usualStep(times)];
  if (gap <= GAP_FACTOR * usual) return undefined;
  const what = `a gap of ${gap.toFixed(3)} s after ${showTime(times[longest])} s, the usual step being ${usual.toFixed(3)} s`;
  return `${what}; the path is straight across it`;
}

/** Seconds without the rounding errors of binary numbers. */
export const showTime = (time: number): number => Number(time.toPrecision(12));

export const stepAfter = (times: Float64Array, k: number): number => times[k + 1] - times[k];

/** Number of steps from which the median is taken. */
const SAMPLED_STEPS = 4096;

/** Median of the steps between poses; for long recordings, of an even sample of them. */
function usualStep(times: Float64Array): number {
  const count = Math.min(SAMPLED_STEPS, times.length - 1);
  const steps = Float64Array.from({ length: count }, (_, k) =>
    stepAfter(times, Math.floor((k * (times.length - 1)) / count)),
  );
  return steps.sort()[count >> 1];
}
