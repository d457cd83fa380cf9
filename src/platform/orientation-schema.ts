import type { z } from 'zod';
import { DEGREE } from '../base/angle.js';
import { fromAxisAngle, multiply, toAttitude } from '../base/quaternion.js';
import type { Vec3 } from '../base/vec3.js';
import { choiceField, listField, mapField, numberField } from '../base/yaml/fields.js';
import type { Attitude } from './leg.js';

const TURNS_MAX = 16;

/** An orientation as turns about the axes of the parent frame, one after the other. */
export const turnsSchema = listField(
  'turns about the fixed axes x (right), y (forward), z (up), one after the other',
  mapField('a turn, counterclockwise seen from the tip of the axis', {
    axis: choiceField('Axis', ['x', 'y', 'z']),
    angle: numberField('Angle of the turn', { unit: 'deg', min: -360, max: 360 }),
  }),
  { min: 1, max: TURNS_MAX },
);

const angle = (description: string) => numberField(description, { unit: 'deg', min: -360, max: 360 }).optional();

/** Orientation of one frame in another: heading, pitch and roll, or `rotate`. */
export const orientationFields = {
  heading: angle('Clockwise from forward seen from above'),
  pitch: angle('Nose up'),
  roll: angle('Right side down'),
  rotate: turnsSchema.optional(),
};

/** An orientation in degrees, as angles or as turns. */
export interface OrientationDefinition {
  heading?: number;
  pitch?: number;
  roll?: number;
  rotate?: z.output<typeof turnsSchema>;
}

/** For `refine`: an orientation is given in only one way. */
export const isSaidOnce = ({ heading, pitch, roll, rotate }: OrientationDefinition): boolean =>
  rotate === undefined || (heading ?? pitch ?? roll) === undefined;

/** The message if it is given in both ways. */
export const SAID_ONCE = { error: 'either rotate, or heading, pitch and roll', path: ['rotate'] };

const AXES: Readonly<Record<'x' | 'y' | 'z', Vec3>> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };

/** The orientation in radians: of its turns if it has any, otherwise of its angles, 0 by default. */
export function resolveOrientation({ heading = 0, pitch = 0, roll = 0, rotate }: OrientationDefinition): Attitude {
  if (rotate === undefined) return { heading: heading * DEGREE, pitch: pitch * DEGREE, roll: roll * DEGREE };
  const turns = rotate.map(({ axis, angle }) => fromAxisAngle(AXES[axis], angle * DEGREE));
  return toAttitude(turns.reduce((before, next) => multiply(next, before)));
}
