import type { ScannerSettings } from '../scanner-settings-xml.js';
import type { HeliosDevice } from '../scanner-xml.js';

/** HELIOS++ goes from pulse to pulse in steps. Counts of steps, and what they move. */

/** Values nearer to a whole number of steps than this are taken for one. */
const SLACK = 1e-6;

/** Steps in which something that moves by `rate` a second passes `way`, at least one. */
export const stepsFor = (way: number, rate: number, pulseFreq: number): number =>
  Math.max(1, Math.ceil((way / rate) * pulseFreq - SLACK));

/** Steps of a duration. */
export const stepsOf = (seconds: number, pulseFreq: number): number => Math.ceil(seconds * pulseFreq - SLACK);

/** The rate of the head, deg/s, counterclockwise; the scanner limits it. */
export function headRateOf({ headRotatePerSec }: ScannerSettings, { headRateMax }: HeliosDevice): number {
  return Math.max(-headRateMax, Math.min(headRateMax, headRotatePerSec));
}

/**
 * Steps until the head has turned from its start to its stop; 0 if it stands there already, Infinity if it never gets
 * there.
 */
export function stepsOfHead(settings: ScannerSettings, rate: number): number {
  const { headRotateStart, headRotateStop, pulseFreq } = settings;
  const way = (headRotateStop - headRotateStart) * (rate < 0 ? -1 : 1);
  if (way <= 0) return 0;
  return rate === 0 ? Number.POSITIVE_INFINITY : stepsFor(way, Math.abs(rate), pulseFreq);
}
