import { type Affine, compose, determinant, invert, rotation, scaling, translation } from '../../base/affine.js';
import { type SourcePlace, UserError } from '../../base/errors.js';
import type { Vec3 } from '../../base/vec3.js';

const UP: Vec3 = [0, 0, 1];

/**
 * A transform that places an upright object at `position`, turned by `heading` (radians clockwise from +y as seen from
 * above) and scaled by `scale`, one factor or those along the axes of the object.
 */
export function uprightTransform(position: Vec3, heading: number, scale: number | Vec3): Affine {
  const factors: Vec3 = typeof scale === 'number' ? [scale, scale, scale] : scale;
  return compose(translation(position), compose(rotation(UP, -heading), scaling(factors)));
}

/** The transform with its object tipped about its origin by `lean` towards `direction` (radians, as a heading). */
export function leaning(upright: Affine, lean: number, direction: number): Affine {
  if (lean === 0) return upright;
  const foot: Vec3 = [upright[3], upright[7], upright[11]];
  const tip = rotation([-Math.cos(direction), Math.sin(direction), 0], lean);
  return compose(translation(foot), compose(tip, compose(translation([-foot[0], -foot[1], -foot[2]]), upright)));
}

/** Throws UserError at `place` for a transform with numbers that are not finite, or one that flattens its object. */
export function checkTransform(transform: Affine, name: string, place: SourcePlace): void {
  if (!transform.every(Number.isFinite))
    throw new UserError(`the transform of ${name} has numbers that are not finite`, { place });
  const d = determinant(transform);
  if (d === 0 || !Number.isFinite(d))
    throw new UserError(`the transform of ${name} flattens it: one of its scales is 0`, {
      place,
      hint: 'Scales may be negative (mirrored), never 0.',
    });
}

/** Largest factor by which an object may be shrunk: its square is still well inside the range of f32. */
const SHRINK_MAX = 1e12;

/**
 * Whether rays can be transformed into the object's frame: `transform` must neither flatten it nor shrink it to
 * nothing.
 */
export function canBeInverted(transform: Affine): boolean {
  return invert(transform).every((entry, k) => (k % 4 === 3 ? Number.isFinite(entry) : Math.abs(entry) <= SHRINK_MAX));
}
