import { usualRange } from '../base/yaml/fields.js';
import { USUAL_LIMITS } from './detection-schema.js';
import { peakRate } from './peak-rate.js';
import type { Scanner } from './scanner.js';
import type { OnScannerFault } from './scanner-fault.js';

/** The weakest return that is recorded: by the target that reflects it, its energy, or the power of its peak. */
export interface DetectionLimit {
  sensitivity?: { range: number; reflectance: number };
  /** Joules. */
  minEnergy?: number;
  /** Watts; the peak power of a return from a flat target perpendicular to the beam. */
  minPower?: number;
}

const KEYS = ['sensitivity', 'minEnergy', 'minPower'] as const;

/** Calls `onFault` for a limit that is stated twice, or that no return of a pulse can reach. */
export function checkLimit(
  limit: DetectionLimit,
  { energy, duration }: Scanner['pulse'],
  onFault: OnScannerFault,
): void {
  const [first, second] = KEYS.filter((key) => limit[key] !== undefined);
  if (second !== undefined) {
    const expected = `no ${second} beside ${first}: only one of ${KEYS.join(', ')} sets the weakest return`;
    onFault({ path: ['detection', second], found: limit[second], expected });
    return;
  }
  for (const [key, most, unit] of [
    ['minEnergy', energy, 'J'],
    ['minPower', energy * peakRate(duration), 'W'],
  ] as const) {
    const found = limit[key];
    if (found === undefined || found < most) continue;
    const expected = `less than the ${Number(most.toPrecision(3))} ${unit} of a whole pulse${usualRange(USUAL_LIMITS[key])}`;
    onFault({ path: ['detection', key], found, expected });
  }
}

/** Energy of the weakest recorded return of a flat target, joules; undefined if only a target is named, or nothing. */
export function limitEnergy(
  { minEnergy, minPower }: DetectionLimit,
  { duration }: Scanner['pulse'],
): number | undefined {
  return minEnergy ?? (minPower === undefined ? undefined : minPower / peakRate(duration));
}
