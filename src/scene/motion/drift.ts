import { DEGREE } from '../../base/angle.js';
import { fromAxisAngle, multiply, rotate, rotationRate } from '../../base/quaternion.js';
import type { Rigid } from '../../base/rigid.js';
import { length, type Vec3 } from '../../base/vec3.js';
import { orientationOf, positionOf } from '../../platform/pose-at.js';
import type { Drift, MotionCourse } from './part-motion.js';

/** Largest turn between two knots: a normalized linear quaternion is then off by 2e-8 rad. */
export const KNOT_TURN_MAX = DEGREE;

/** Largest distance of a curve that is made here from the chord between two knots, metres. */
export const CHORD_ERROR_MAX = 1e-4;

/** A body that does not turn. */
const STRAIGHT: Drift = { velocity: [0, 0, 0], spin: [0, 0, 0] };

/**
 * The pose that a body has `time` seconds later, or earlier, if it goes on with constant velocity and turn: it turns
 * about one axis, and its velocity turns with it about the vertical. With a turn ω clockwise from above, from
 * (0, 0) along y: x = v/ω (1 − cos ωt), y = v/ω sin ωt.
 */
export function driftPose({ position, orientation }: Rigid, { velocity, spin }: Drift, time: number): Rigid {
  const rate = length(spin);
  const axis: Vec3 = rate === 0 ? [0, 0, 1] : [spin[0] / rate, spin[1] / rate, spin[2] / rate];
  const angle = spin[2] * time;
  // sin x / x and (1 − cos x) / x, without loss for small angles.
  const along = angle === 0 ? time : (time * Math.sin(angle)) / angle;
  const across = angle === 0 ? 0 : (2 * time * Math.sin(angle / 2) ** 2) / angle;
  const [vx, vy, vz] = velocity;
  return {
    position: [position[0] + vx * along - vy * across, position[1] + vy * along + vx * across, position[2] + vz * time],
    orientation: multiply(fromAxisAngle(axis, rate * time), orientation),
  };
}

/** Longest time between two knots of a drift, seconds; Infinity for a straight line. */
export function driftStep({ velocity, spin }: Drift): number {
  const acceleration = Math.hypot(velocity[0], velocity[1]) * Math.abs(spin[2]);
  return Math.min(KNOT_TURN_MAX / length(spin), Math.sqrt((8 * CHORD_ERROR_MAX) / acceleration));
}

/** The drift with which a course begins. */
export const firstDrift = (course: MotionCourse): Drift => course.drift ?? driftFrom(course, 0, 0);

/** The drift with which a course ends. */
export const lastDrift = (course: MotionCourse): Drift =>
  course.drift ?? driftFrom(course, course.times.length - 2, course.times.length - 1);

/** The drift at pose `at` by which pose `from` of a course becomes the next one. */
function driftFrom(course: MotionCourse, from: number, at: number): Drift {
  if (course.isStepped) return STRAIGHT;
  const step = course.times[from + 1] - course.times[from];
  const spin = rotationRate(orientationOf(course, from), orientationOf(course, from + 1), step);
  const [start, end] = [positionOf(course, from), positionOf(course, from + 1)];
  // The chord looks as the body does in the middle of its turn, and is shorter than the arc.
  const half = (spin[2] * step) / 2;
  const stretch = (half === 0 ? 1 : half / Math.sin(half)) / step;
  const chord = [0, 1, 2].map((axis) => end[axis] - start[axis]);
  const turn = fromAxisAngle([0, 0, 1], at === from ? -half : half);
  const [vx, vy] = rotate(turn, [chord[0] * stretch, chord[1] * stretch, 0]);
  return { velocity: [vx, vy, chord[2] / step], spin };
}
