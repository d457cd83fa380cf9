import type { VectorOut } from '../../base/quaternion.js';
import type { Vec3 } from '../../base/vec3.js';
import { AT_REST, createStretchReader, type Velocity, velocityOfPoint } from '../../platform/velocity-at.js';
import { knotAt, momentOf } from './motion-pose.js';
import type { SampledMotion } from './sampled-motion.js';

/** The velocity of a moving body at `time`, seconds of the scene's clock: at rest where it stands, or is not there. */
export function bodyVelocityAt(motion: SampledMotion, time: number): Velocity {
  const moment = momentOf(motion, time);
  const knot = knotAt(motion.times, moment);
  return standsAt(motion, knot, moment) ? AT_REST : createStretchReader(motion)(knot, moment);
}

/** Velocity at a time, seconds of the scene's clock, of a place in the world, written to `out`: metres a second. */
export type PlaceVelocity = (time: number, place: Vec3, out: VectorOut) => void;

/**
 * Creates what reads the velocities of places on a moving body, v + ω × r, which allocates nothing between two knots; 0
 * where the body stands, or is not there.
 */
export function createPlaceVelocity(motion: SampledMotion): PlaceVelocity {
  const { times, positions } = motion;
  const velocityIn = createStretchReader(motion);
  const arm: VectorOut = [0, 0, 0];
  let knot = 0;
  return (time, place, out) => {
    const moment = momentOf(motion, time);
    if (!(moment >= times[knot] && moment < times[knot + 1])) knot = knotAt(times, moment);
    if (standsAt(motion, knot, moment)) {
      out.fill(0);
      return;
    }
    const share = (moment - times[knot]) / (times[knot + 1] - times[knot]);
    for (let axis = 0; axis < 3; axis++) {
      const from = positions[3 * knot + axis];
      arm[axis] = place[axis] - (from + share * (positions[3 * knot + 3 + axis] - from));
    }
    velocityOfPoint(velocityIn(knot, moment), arm, out);
  };
}

const standsAt = ({ times, holds, visible }: SampledMotion, knot: number, moment: number): boolean =>
  moment < times[knot] || knot === times.length - 1 || holds?.[knot] === 1 || visible?.[knot] === 0;
