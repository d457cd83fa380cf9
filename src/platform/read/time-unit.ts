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

/** The unit of a step between poses that seconds cannot be: none is this long; undefined for shorter ones. */
export const unitBySteps = (step: number): TimeUnit | undefined =>
  step >= 1e6 ? 'ns' : step >= 1e3 ? 'us' : undefined;
