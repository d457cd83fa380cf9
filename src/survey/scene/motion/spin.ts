import type { z } from 'zod';
import { DEGREE, TURN } from '../../../base/angle.js';
import { fromAxisAngle } from '../../../base/quaternion.js';
import { length, normalize, type Vec3 } from '../../../base/vec3.js';
import { mapField, numberField, vectorField } from '../../../base/yaml/fields.js';
import type { MotionCourse } from '../../../scene/motion/part-motion.js';
import { noteFault } from '../../resolve/reading.js';
import { coordinate } from '../../schema/coordinate.js';
import { type MotionKind, startKeys } from './motion-kind.js';

/** 10,000 turns a second. */
const RATE_MAX = 3.6e6;

const schema = mapField('a spin', {
  spin: mapField('a spin about an axis', {
    axis: vectorField('Axis; any length but 0'),
    through: vectorField('A point of the axis; absent: the origin of the model', coordinate).optional(),
    rate: numberField('Rate, right-handed about the axis', { unit: 'deg/s', min: -RATE_MAX, max: RATE_MAX }),
  }),
  ...startKeys,
});

/** Turns about an axis at a constant rate, for ever: a fan, a wheel, the head of a radar. */
export const motionSpin = {
  key: 'spin',
  schema,
  resolve: ({ spin: { axis, through, rate } }, section) => {
    if (!(length(axis) > 0)) noteFault(section, ['spin', 'axis'], axis, 'an axis that is not [0, 0, 0]');
    if (rate === 0) noteFault(section, ['spin', 'rate'], rate, 'a rate other than 0');
    if (!(length(axis) > 0) || rate === 0) return undefined;
    const reference = through === undefined ? {} : { reference: { point: through } };
    return { course: turnAbout(normalize(axis), rate * DEGREE), after: 'loop', ...reference };
  },
} satisfies MotionKind<z.output<typeof schema>>;

/** Degrees of a turn: a knot each. */
const KNOTS = 360;

/** One turn about an axis, at `rate` radians a second. */
function turnAbout(axis: Vec3, rate: number): MotionCourse {
  const steps = Array.from({ length: KNOTS + 1 }, (_, k) => k / KNOTS);
  const period = TURN / Math.abs(rate);
  return {
    times: Float64Array.from(steps, (share) => share * period),
    positions: new Float64Array(3 * steps.length),
    orientations: Float64Array.from(steps.flatMap((share) => [...fromAxisAngle(axis, Math.sign(rate) * share * TURN)])),
    isRelative: true,
  };
}
