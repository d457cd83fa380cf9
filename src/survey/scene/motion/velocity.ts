import type { z } from 'zod';
import { DEGREE } from '../../../base/angle.js';
import { mapField, numberField, optionalField, vectorField } from '../../../base/yaml/fields.js';
import { LEG_LIMITS } from '../../../platform/leg-limits.js';
import { beforeKey, type MotionKind, referenceKey, startKeys } from './motion-kind.js';
import { STANDING_POSE } from './standing-pose.js';

const SPEED = LEG_LIMITS.speed.max;

const schema = mapField('a constant velocity', {
  velocity: vectorField('Velocity with which it leaves the place where it stands', {
    unit: 'm/s',
    min: -SPEED,
    max: SPEED,
  }),
  turnRate: optionalField(
    numberField('Rate at which it turns, and its velocity with it, clockwise from above as headings are', {
      unit: 'deg/s',
      min: -36_000,
      max: 36_000,
    }),
    0,
  ),
  ...startKeys,
  ...beforeKey,
  ...referenceKey,
});

/** With constant velocity and turn rate from where the part stands. */
export const motionVelocity = {
  key: 'velocity',
  schema,
  resolve: ({ velocity, turnRate = 0 }) => ({
    course: { ...STANDING_POSE, drift: { velocity, spin: [0, 0, -turnRate * DEGREE] } },
    after: 'continue',
  }),
} satisfies MotionKind<z.output<typeof schema>>;
