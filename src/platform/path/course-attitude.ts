import { fromAttitude } from '../../base/quaternion.js';
import { length, subtract, type Vec3 } from '../../base/vec3.js';
import type { Trajectory } from '../leg.js';
import { positionOf } from '../pose-at.js';

export interface CourseOptions {
  /** Noses up and down along the path too; otherwise the body stays level. */
  climb?: boolean;
  /** Metres; less than this does not say where a path leads. */
  leastMove?: number;
}

/** Positions hardly differ by less without standing still: 1 mm. */
const LEAST_MOVE_M = 0.001;

/**
 * The trajectory with attitudes that follow its course: at each pose the direction from the pose before to the one after. Where
 * the path stops or is vertical the heading stays what it was, at the beginning what it will be; of a path that never moves
 * level it is 0.
 */
export function courseAttitude(trajectory: Trajectory, options: CourseOptions = {}): Trajectory {
  const { climb = false, leastMove = LEAST_MOVE_M } = options;
  const last = trajectory.times.length - 1;
  const orientations = new Float64Array(4 * (last + 1));
  let course = firstCourse(trajectory, leastMove);
  // The last pose from which the path had led on: what creeps moves less than `leastMove` from one pose to the next.
  let anchor = 0;
  for (let k = 0; k <= last; k++) {
    const moves = (from: number, to: number) => length(wayBetween(trajectory, from, to)) >= leastMove;
    const passes = (k === 0 || moves(k - 1, k)) && (k === last || moves(k, k + 1));
    const way = passes
      ? wayBetween(trajectory, Math.max(0, k - 1), Math.min(last, k + 1))
      : wayBetween(trajectory, anchor, k);
    course = courseOf(way, leastMove, course);
    if (moves(anchor, k)) anchor = k;
    orientations.set(fromAttitude(course.heading, climb ? course.pitch : 0, 0), 4 * k);
  }
  return { ...trajectory, orientations };
}

const wayBetween = (trajectory: Trajectory, from: number, to: number): Vec3 =>
  subtract(positionOf(trajectory, to), positionOf(trajectory, from));

/** Heading and pitch of a way, radians. */
export interface Course {
  heading: number;
  pitch: number;
}

/** The course of the way `way`; its heading that of `before` where it is vertical, both where it is shorter than `leastMove`. */
export function courseOf(way: Vec3, leastMove: number, before: Course): Course {
  const level = Math.hypot(way[0], way[1]);
  if (Math.hypot(level, way[2]) < leastMove) return before;
  const heading = level < leastMove ? before.heading : Math.atan2(way[0], way[1]);
  return { heading, pitch: Math.atan2(way[2], level) };
}

function firstCourse(trajectory: Trajectory, leastMove: number): Course {
  for (let k = 0; k + 1 < trajectory.times.length; k++) {
    const way = wayBetween(trajectory, k, k + 1);
    if (Math.hypot(way[0], way[1]) >= leastMove) return courseOf(way, leastMove, { heading: 0, pitch: 0 });
  }
  return { heading: 0, pitch: 0 };
}
