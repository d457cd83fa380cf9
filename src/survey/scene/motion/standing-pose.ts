import type { MotionCourse } from '../../../scene/motion/part-motion.js';

/** A course of one pose: that of the part where it stands. */
export const STANDING_POSE: MotionCourse = Object.freeze({
  times: Float64Array.of(0),
  positions: new Float64Array(3),
  orientations: Float64Array.of(0, 0, 0, 1),
  isRelative: true,
});
