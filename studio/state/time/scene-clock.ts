import type { CheckedLeg } from 'subray/browser';

/** A leg on the scene's clock, seconds. */
export interface ClockedLeg {
  name: string;
  from: number;
  to: number;
}

/** The time of a survey on the scene's clock, which is 0 where its first leg begins: seconds. */
export interface SceneClock {
  from: number;
  to: number;
  legs: readonly ClockedLeg[];
}

/** The clock of a survey's legs; undefined: they take no time. */
export function sceneClockOf(
  legs: readonly Pick<CheckedLeg, 'name' | 'startTime' | 'duration'>[],
): SceneClock | undefined {
  if (legs.length === 0) return undefined;
  const clocked = legs.map(({ name, startTime, duration }) => {
    const from = startTime - legs[0].startTime;
    return { name, from, to: from + (Number.isFinite(duration) ? duration : 0) };
  });
  const from = clocked.reduce((least, leg) => Math.min(least, leg.from), 0);
  const to = clocked.reduce((most, leg) => Math.max(most, leg.to), 0);
  return to > from ? { from, to, legs: clocked } : undefined;
}

/** The moment within a clock nearest to a time. */
export const withinClock = ({ from, to }: SceneClock, time: number): number => Math.min(to, Math.max(from, time));

/** A moment so many seconds after `now`, which begins anew where the clock ends. */
export function playedOn({ from, to }: SceneClock, now: number, seconds: number): number {
  const next = Math.max(from, now) + seconds;
  return next < to ? next : from + ((next - from) % (to - from));
}

/** The leg that goes on at a time: of several, the last to begin; undefined: none does. */
export const runningLeg = ({ legs }: SceneClock, time: number): ClockedLeg | undefined =>
  legs.findLast(({ from, to }) => from <= time && time <= to);

/** When the next leg begins (`by` 1), or this one or the one before (−1); where none does, an end of the clock. */
export function nextBegin({ from, to, legs }: SceneClock, time: number, by: 1 | -1): number {
  const begins = legs.map((leg) => leg.from).sort((a, b) => a - b);
  return by > 0 ? (begins.find((begin) => begin > time) ?? to) : (begins.findLast((begin) => begin < time) ?? from);
}
