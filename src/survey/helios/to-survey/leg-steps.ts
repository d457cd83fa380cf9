import { DEGREE } from '../../../base/angle.js';
import type { HeliosScannerSettings } from '../scanner-settings-xml.js';
import type { HeliosDevice } from '../scanner-xml.js';

/** HELIOS++ goes from pulse to pulse in steps. Counts of steps until something ends. */

/** Values nearer to a whole number of steps than this are taken for one. */
const SLACK = 1e-6;
/** More steps are divided instead of counted out. */
const COUNTED_MAX = 50_000_000;

/** The rate of the head, deg/s, counterclockwise; the scanner limits it. */
export function headRateOf({ headRotatePerSec }: HeliosScannerSettings, { headRateMax }: HeliosDevice): number {
  return Math.max(-headRateMax, Math.min(headRateMax, headRotatePerSec));
}

/**
 * Steps until the head has turned from its start to its stop at `rate` deg/s; 0 if it stands there already, Infinity if
 * it never gets there. The angle is added up in radians, in f64, so that rounding may cost one more step. The steps of
 * the optics' warm-up, in which no pulse leaves, turn it, too.
 */
export function stepsOfHead(settings: HeliosScannerSettings, rate: number): number {
  const { headRotateStart, headRotateStop, pulseFreq, opticsWarmupPhase } = settings;
  const sign = rate < 0 ? -1 : 1;
  const stop = sign * headRotateStop * DEGREE;
  let angle = sign * headRotateStart * DEGREE;
  if (angle >= stop) return 0;
  if (rate === 0) return Number.POSITIVE_INFINITY;
  const step = (Math.abs(rate) * DEGREE) / pulseFreq;
  const warm = Math.round(opticsWarmupPhase * pulseFreq);
  if ((stop - angle) / step > COUNTED_MAX) return Math.max(1, Math.ceil((stop - angle) / step) - warm);
  let steps = 0;
  for (; angle < stop; steps++) angle += step;
  return Math.max(1, steps - warm);
}

/**
 * Steps that a leg takes by its `maxDuration_s`; Infinity without one. HELIOS++ counts from the first pulse, and in
 * legs after the first from the step behind it.
 */
export function stepsOfDuration({ maxDuration, pulseFreq }: HeliosScannerSettings, isFirst: boolean): number {
  if (!(maxDuration > 0)) return Number.POSITIVE_INFINITY;
  return begunSteps(maxDuration * pulseFreq) + (isFirst ? 0 : 1);
}

/** Steps that have begun by the end of so many. */
export const begunSteps = (steps: number): number => Math.ceil(steps - SLACK);
