import type { Divergence } from './scanner.js';

/**
 * The smallest 1/e² half angle, radians, of a beam with a width at its exit. A subray's exit follows from
 * its direction, times the distance w₀/θ at which the beam is √2 times as wide: the 2⁻²⁴ of a direction
 * in f32 is then 0.6 % of w₀.
 */
export const LEAST_EXIT_ANGLE = 1e-5;

/**
 * Whether a beam of 1/e² half width `exitRadius` (metres) at its exit is too parallel for its subrays to have exits.
 */
export const isTooParallel = (exitRadius: number, { horizontal, vertical }: Divergence): boolean =>
  exitRadius > 0 && Math.min(horizontal, vertical) < LEAST_EXIT_ANGLE;
