import { recordedRanges } from '../../scanner/recorded-ranges.js';
import type { Scanner } from '../../scanner/scanner.js';

/** Whether the laser of a pulse records a range. */
export type RangeGate = (pulse: number, range: number) => boolean;

/** The limits of range of a scanner's lasers, as the device rounds them. */
export function rangeGate(scanner: Scanner): RangeGate {
  const limits = scanner.channels.map((channel) => {
    const { rangeMin, rangeMax } = recordedRanges(scanner, channel);
    return { rangeMin: Math.fround(rangeMin), rangeMax: Math.fround(rangeMax) };
  });
  return (pulse, range) => {
    const { rangeMin, rangeMax } = limits[pulse % limits.length];
    return range >= rangeMin && range <= rangeMax;
  };
}
