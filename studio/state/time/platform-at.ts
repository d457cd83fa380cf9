import type { CheckedLeg } from 'subray/browser';

type Place = readonly [number, number, number];

/**
 * Where the platform is at a time, seconds from the beginning of the first leg, in the world: after a leg at its end
 * until the next one begins; undefined: no leg has begun.
 */
export function platformAt(
  legs: readonly Pick<CheckedLeg, 'way' | 'times' | 'startTime' | 'duration'>[],
  time: number,
): Place | undefined {
  let [latest, begun]: [(typeof legs)[number] | undefined, number] = [undefined, Number.NEGATIVE_INFINITY];
  for (const leg of legs) {
    const from = leg.startTime - legs[0].startTime;
    if (from <= time && from >= begun) [latest, begun] = [leg, from];
  }
  if (!latest) return undefined;
  const { way, times = Float64Array.of(0, latest.duration), duration } = latest;
  const last = way.length / 3 - 1;
  if (last < 1) return [way[0], way[1], way[2]];
  const moment = Math.min(duration, time - begun);
  // The first pose after the moment; a recording may begin later, or end earlier.
  let [low, high] = [1, last];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] >= moment) high = middle;
    else low = middle + 1;
  }
  const step = times[low] - times[low - 1];
  const share = step > 0 ? Math.min(1, Math.max(0, (moment - times[low - 1]) / step)) : 1;
  const along = (axis: number) => way[3 * low - 3 + axis] + share * (way[3 * low + axis] - way[3 * low - 3 + axis]);
  return [along(0), along(1), along(2)];
}
