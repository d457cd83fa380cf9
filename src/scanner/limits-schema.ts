import type { z } from 'zod';
import { mapField, numberField } from '../base/yaml/fields.js';

const RATE_MAX = 1e8;

const range = (what: string) =>
  mapField(`${what} that can be set`, {
    min: numberField(`Lowest of the ${what}; absent: not stated`, { unit: 'Hz', above: 0, max: RATE_MAX }).optional(),
    max: numberField(`Highest of the ${what}`, { unit: 'Hz', above: 0, max: RATE_MAX }),
  }).optional();

/** Rates that an instrument can be set to, within which plans choose them; a scan may have others. */
export const limitsSchema = mapField('rates that can be set, for plans', {
  pulseRate: range('pulse rates'),
  lineRate: range('lines a second of a polygon'),
  scanRate: range('lines a second, of an oscillating mirror cycles'),
  scanProduct: numberField('Largest product of halfAngle and scanRate, degrees times Hz', {
    above: 0,
    max: 1e6,
  }).optional(),
});

export type RateLimits = z.output<typeof limitsSchema>;
