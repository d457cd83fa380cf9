import type { CheckedLeg } from 'subray/browser';

type TimedLeg = Pick<CheckedLeg, 'startTime' | 'duration'>;

/** Seconds that legs take in the field, from the first pulse to the last, and how many of them pass between legs. */
export function fieldTime(legs: readonly TimedLeg[]): { whole: number; between: number } {
  if (legs.length === 0) return { whole: 0, between: 0 };
  const begins = Math.min(...legs.map(({ startTime }) => startTime));
  const ends = Math.max(...legs.map(({ startTime, duration }) => startTime + duration));
  const scanning = legs.reduce((sum, { duration }) => sum + duration, 0);
  const between = ends - begins - scanning;
  // Such large times do not resolve less; legs may also overlap.
  return { whole: ends - begins, between: between < 1e-3 ? 0 : between };
}
