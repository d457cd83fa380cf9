/** LAS 1.4 R15, table 4 (global encoding, bit 0): adjusted standard GPS time is GPS time minus 10⁹ s. */
export const GPS_ADJUSTMENT = 1e9;

/** Seconds of a week. */
export const WEEK = 7 * 86_400;

/** The start of a GPS week in adjusted standard GPS time, seconds; weeks count from 6 January 1980 without end. */
export const weekStart = (week: number): number => week * WEEK - GPS_ADJUSTMENT;

/** The GPS week of a moment in adjusted standard GPS time, seconds. */
export const weekOf = (time: number): number => Math.floor((time + GPS_ADJUSTMENT) / WEEK);

/**
 * Seconds of the GPS week, 0 … 604,800, of the moment `after` seconds after `start`, which is adjusted standard GPS
 * time. They are added last, since a week's seconds have a hundred times the resolution of those since 1980.
 */
export function secondsOfWeek(start: number, after = 0): number {
  const seconds = (((start + GPS_ADJUSTMENT) % WEEK) + after) % WEEK;
  return seconds < 0 ? seconds + WEEK : seconds;
}
