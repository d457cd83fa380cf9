import { AT_REST, type Velocity, velocityBetween } from '../../platform/velocity-at.js';
import { knotAt, momentOf } from './motion-pose.js';
import type { SampledMotion } from './sampled-motion.js';

/** The velocity of a moving body at `time`, seconds of the scene's clock: at rest where it stands, or is not there. */
export function bodyVelocityAt(motion: SampledMotion, time: number): Velocity {
  const { times, holds, visible } = motion;
  const moment = momentOf(motion, time);
  const knot = knotAt(times, moment);
  const stands = moment < times[knot] || knot === times.length - 1 || holds?.[knot] === 1 || visible?.[knot] === 0;
  return stands ? AT_REST : velocityBetween(motion, knot, moment);
}
