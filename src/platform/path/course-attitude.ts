import { fromAttitude } from '../../base/quaternion.js';
import { length, subtract, type Vec3 } from '../../base/vec3.js';
import type { Trajectory } from '../leg.js';
import { positionOf } from '../pose-at.js';

/** Options of `courseAttitude`. */
export interface CourseOptions {
  /** Whether the nose also follows the climb; otherwise the body stays level. */
  climb?: boolean;
  /** Metres; a shorter move does not define a course. */
  leastMove?: number;
}

/** Positions that differ by less than 1 mm count as standing still. */
const LEAST_MOVE_M = 0.001;

/**
 * The trajectory with attitudes that follow its course: at each pose, the direction from the previous pose to the next.
 * Where the path stops or is vertical, the heading stays the same; at the beginning it is the first one that follows. A
 * path that never moves level has the heading 0.
 *
 * @example
 * ```ts
 * const trajectory = courseAttitude(await readTrajectory('track.csv'), { climb: true });
 * ```
 */
export function courseAttitude(trajectory: Trajectory, options: CourseOptions = {}): Trajectory {
  const { climb = false, leastMove = LEAST_MOVE_M } = options;
  const last = trajectory.times.length - 1;
  const orientations = new Float64Array(4 * (last + 1));
  let course = firstCourse(trajectory, leastMove);
  // The last pose from which the path moved on: a slow drift moves less than `leastMove` from one pose to the next.
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

/** Heading and pitch of a direction, radians. */
export interface Course {
  heading: number;
  pitch: number;
}

/**
 * The course of the vector `way`. A vertical vector keeps the heading of `before`, one shorter than `leastMove` keeps
 * both angles.
 */
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
