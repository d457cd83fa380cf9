import type { z } from 'zod';
import { mapField, numberField } from '../base/yaml/fields.js';

/** A range of rates, Hz. */
export interface RateRange {
  /** Absent: not stated. */
  min?: number;
  max: number;
}

/** Rates that an instrument can be set to, within which plans choose them; a scan may have others. */
export interface RateLimits {
  pulseRate?: RateRange;
  /** Lines of a polygon. */
  lineRate?: RateRange;
  /** Lines, of a mirror that swings to and fro cycles. */
  scanRate?: RateRange;
  /** Largest product of the half angle and the scan rate, degrees times Hz. */
  scanProduct?: number;
}

const RATE_MAX = 1e8;

const range = (what: string) =>
  mapField(`${what} that can be set`, {
    min: numberField(`Lowest of the ${what}; absent: not stated`, { unit: 'Hz', above: 0, max: RATE_MAX }).optional(),
    max: numberField(`Highest of the ${what}`, { unit: 'Hz', above: 0, max: RATE_MAX }),
  }).optional();

// The stated type keeps declarations short.
export const limitsSchema: z.ZodType<RateLimits> = mapField('rates that can be set, for plans', {
  pulseRate: range('pulse rates'),
  lineRate: range('lines a second of a polygon'),
  scanRate: range('lines a second, of an oscillating mirror cycles'),
  scanProduct: numberField('Largest product of halfAngle and scanRate, degrees times Hz', {
    above: 0,
    max: 1e6,
  }).optional(),
});
