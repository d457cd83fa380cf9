import { type Affine, compose, determinant, invert, rotation, scaling, translation } from '../../base/affine.js';
import { type SourcePlace, UserError } from '../../base/errors.js';
import type { Vec3 } from '../../base/vec3.js';

const UP: Vec3 = [0, 0, 1];

/** Stands something at `position`, turned by `heading` (radians clockwise from +y seen from above), made `scale` times as large. */
export function uprightTransform(position: Vec3, heading: number, scale: number): Affine {
  return compose(translation(position), compose(rotation(UP, -heading), scaling([scale, scale, scale])));
}

/** Throws UserError at `place` for a transform with numbers that are not finite or that flattens what it is applied to. */
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

/** Nothing is made smaller than so many times: the square of it is still well inside the range of f32. */
const SHRINK_MAX = 1e12;

/** Whether rays can be carried into the frame that `transform` leads from: it neither flattens nor shrinks it to nothing. */
export function canBeInverted(transform: Affine): boolean {
  return invert(transform).every((entry, k) => (k % 4 === 3 ? Number.isFinite(entry) : Math.abs(entry) <= SHRINK_MAX));
}
