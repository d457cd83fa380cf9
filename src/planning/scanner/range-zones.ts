import { SPEED_OF_LIGHT } from '../../scanner/receiver/constants.js';

/** Zones of ranges between which a pulse rate alone does not tell: of one pulse in the air, of two, and so on. */
export interface RangeZones {
  pulseRateHz: number;
  /** Width of a zone, metres: c / (2 · pulse rate). */
  width: number;
  /** Zones of the nearest and of the longest range, from 1. */
  first: number;
  last: number;
}

/**
 * Zones (multiple time around, MTA) that ranges from `nearest` to `longest` metres fall in at a pulse rate of one laser
 * (P. Rieger and A. Ullrich 2012, "Resolving range ambiguities in high-repetition rate airborne light detection and
 * ranging applications", Journal of Applied Remote Sensing 6, 063552).
 */
export function rangeZones(pulseRateHz: number, nearest: number, longest: number): RangeZones {
  const width = SPEED_OF_LIGHT / (2 * pulseRateHz);
  return { pulseRateHz, width, first: Math.floor(nearest / width) + 1, last: Math.floor(longest / width) + 1 };
}
