import { firesIn, scannerIn } from '../scanner/leg-scanner.js';
import { legTiming } from '../scanner/leg-timing.js';
import type { BareSurvey } from './bare-survey.js';

/** Times of adjusted standard GPS time have steps of 10⁻⁷ s: closer poses would have the same time. */
const LEAST_STEP = 1e-6;

/** The moments of a leg for which the platform's pose is written. */
export interface PoseTimes {
  count: number;
  /** Seconds from the start of the leg of moment `k`; rising. */
  at(k: number): number;
}

/**
 * The moments of leg number `leg`, every `interval` seconds from its start, and at its end, or `longer` seconds after
 * it; none if no scanner fires.
 */
export function poseTimes(
  { legs, instruments }: Pick<BareSurvey, 'legs' | 'instruments'>,
  leg: number,
  interval: number,
  longer = 0,
): PoseTimes {
  const durations = instruments
    .filter((instrument) => firesIn(instrument, leg))
    .map((instrument) => legTiming(scannerIn(instrument, leg), legs[leg]).duration)
    .filter(Number.isFinite);
  if (durations.length === 0) return { count: 0, at: () => 0 };
  const duration = Math.max(...durations) + longer;
  const whole = Math.max(1, Math.ceil((duration - LEAST_STEP) / interval));
  return { count: whole + 1, at: (k) => (k < whole ? k * interval : duration) };
}
