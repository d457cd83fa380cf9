import { z } from 'zod';
import { type Affine, compose, IDENTITY, rotation as rotationAbout, scaling, translation } from '../../base/affine.js';
import { DEGREE } from '../../base/angle.js';
import { length, normalize, type Vec3 } from '../../base/vec3.js';
import { mapField, numberField, vectorField } from '../../base/yaml/fields.js';
import type { ValuePath } from '../../base/yaml/source-document.js';
import { turnsSchema } from '../../platform/orientation-schema.js';
import { noteFault, type Reading } from '../resolve/reading.js';
import { coordinate } from '../schema/coordinate.js';

/** Factors of a placement, and metres in one unit. */
export const SCALE_LIMITS = Object.freeze({ above: 0, max: 1e6 });

/** An angle of a turn, in a survey. */
export const RIGHT_ANGLE = { unit: 'deg', min: -360, max: 360 };

export const rotationField = z
  .union(
    [
      vectorField('Angles about x, then y, then z', RIGHT_ANGLE),
      mapField('a rotation about an axis', {
        axis: vectorField('Axis of the rotation; any length but 0'),
        angle: numberField('Angle, right-handed', RIGHT_ANGLE),
      }),
      turnsSchema,
    ],
    { error: 'a list of 3 angles (deg), a map with axis and angle, or a list of turns, each with axis and angle' },
  )
  .describe('Rotation about the origin');

/** One factor, or three along the axes. */
export const scaleField = (description: string) =>
  z
    .union([numberField('Factor', SCALE_LIMITS), vectorField('Factors along x, y, z', SCALE_LIMITS)], {
      error: 'a number > 0, or a list of 3 of them',
    })
    .describe(description);

export const transformSchema = mapField('a placement: scaled first, then rotated, then moved', {
  translate: vectorField('Shift', coordinate).optional(),
  rotate: rotationField.optional(),
  scale: scaleField('Scale about the origin').optional(),
});

export type TransformDefinition = z.output<typeof transformSchema>;

/** The placement as a matrix. Notes an axis of no length. */
export function resolveTransform(
  reading: Reading,
  transform: TransformDefinition | undefined,
  path: ValuePath,
): Affine {
  const { translate, rotate, scale = 1 } = transform ?? {};
  let placed: Affine = typeof scale === 'number' ? scaling([scale, scale, scale]) : scaling(scale);
  if (rotate !== undefined) placed = compose(resolveRotation(reading, rotate, [...path, 'rotate']), placed);
  return translate === undefined ? placed : compose(translation(translate), placed);
}

/**
 * A rotation about the origin: angles about x, then y, then z, turns one after the other, or an axis. Notes an axis of
 * no length.
 */
export function resolveRotation(
  reading: Reading,
  rotate: NonNullable<TransformDefinition['rotate']>,
  path: ValuePath,
): Affine {
  if ('axis' in rotate) {
    if (length(rotate.axis) > 0) return rotationAbout(normalize(rotate.axis), rotate.angle * DEGREE);
    noteFault(reading, [...path, 'axis'], rotate.axis, 'an axis that is not [0, 0, 0]');
    return IDENTITY;
  }
  const turns = rotate.map((turn, k) =>
    typeof turn === 'number'
      ? rotationAbout(AXES[ORDER[k]], turn * DEGREE)
      : rotationAbout(AXES[turn.axis], turn.angle * DEGREE),
  );
  return turns.reduce((before, next) => compose(next, before));
}

const ORDER = ['x', 'y', 'z'] as const;

const AXES: Readonly<Record<(typeof ORDER)[number], Vec3>> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };
