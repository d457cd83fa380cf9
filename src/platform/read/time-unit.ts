/** Units in which tables give times. */
export const TIME_UNITS = ['s', 'ms', 'us', 'ns'] as const;
export type TimeUnit = (typeof TIME_UNITS)[number];

/** Units in a second. */
export const TIMES_PER_SECOND: Readonly<Record<TimeUnit, number>> = { s: 1, ms: 1e3, us: 1e6, ns: 1e9 };

const NAMED = /[[(_ ](ns|nsec|us|\u00b5s|\u03bcs|usec|ms|msec|s|sec)[\])]?$/i;

/** The unit that the name of a column ends with: `timestamp [ns]`, `time_us`, `t (ms)`; undefined without one. */
export function unitNamed(name: string): TimeUnit | undefined {
  const letters = NAMED.exec(name.trim())?.[1].toLowerCase();
  if (letters === undefined) return undefined;
  const [first] = letters;
  return first === 'n' ? 'ns' : first === 'm' ? 'ms' : first === 's' ? 's' : 'us';
}

/** The least size of a time in each unit since 1970 (Unix) or 1980 (GPS); seconds reach it after 3,000 years. */
const SIZES: readonly (readonly [TimeUnit, number])[] = [
  ['ns', 1e17],
  ['us', 1e14],
  ['ms', 1e11],
];

/** The unit that the size of a time shows, if it counts from 1970 or 1980; otherwise seconds. */
export const unitBySize = (time: number): TimeUnit => SIZES.find(([, size]) => Math.abs(time) >= size)?.[0] ?? 's';

/** Speed of platforms in the middle of those of walkers and aircraft, m/s, and one that is slower than theirs. */
const [USUAL_SPEED, SLOW] = [10, 0.1];
/** Seconds between poses as they are usual; from the second one on, steps are doubted whatever the speed. */
const [USUAL_STEP, LONG_STEP] = [0.1, 1e3];
/** The shortest way that shows a speed, metres. */
const WAY_MIN = 0.5;

/**
 * The smaller unit that explains times read in `unit`: poses that are `step` seconds apart, over a whole way of `way`
 * metres in `time` seconds. The speed shows it, or the step of a platform that stands. Undefined if none does.
 */
export function unitBySteps(unit: TimeUnit, step: number, way: number, time: number): TimeUnit | undefined {
  const speed = way >= WAY_MIN ? way / time : undefined;
  const isSlow = speed !== undefined && speed < SLOW && step >= 1;
  if (step < LONG_STEP && !isSlow) return undefined;
  const times = speed === undefined ? step / USUAL_STEP : USUAL_SPEED / speed;
  const thousands = Math.round(Math.log10(times) / 3);
  const smaller = Math.min(TIME_UNITS.indexOf(unit) + thousands, TIME_UNITS.length - 1);
  return thousands > 0 && TIME_UNITS[smaller] !== unit ? TIME_UNITS[smaller] : undefined;
}
