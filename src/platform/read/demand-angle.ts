import { type SourcePlace, UserError } from '../../base/errors.js';

/** Largest angle, in the unit of the file: headings that count turns are within it. */
const ANGLE_MAX = 1e6;

/**
 * Throws UserError at `place` for an angle beyond any that a platform has. Angles that are not finite are left to the
 * caller.
 */
export function demandAngle(name: string, angle: number, place: SourcePlace): void {
  if (!(Math.abs(angle) > ANGLE_MAX && Number.isFinite(angle))) return;
  throw new UserError(`${name}: found ${angle}, expected an angle of at most ${ANGLE_MAX} either way`, { place });
}
