import { UserError } from '../../base/errors.js';
import { fromAttitude } from '../../base/quaternion.js';
import { length, subtract, type Vec3 } from '../../base/vec3.js';
import type { Trajectory } from '../leg.js';
import { PoseList } from '../pose-list.js';
import { bankTurns } from './bank-turns.js';
import { catmullRom, SPLINE_SHAPE_DEFAULTS, type SplineShape } from './catmull-rom.js';
import { type Course, courseOf } from './course-attitude.js';
import { demandPositive } from './demand-positive.js';
import { curveSamples, lineSamples, type PathSample } from './path-samples.js';
import { simplifyPath, withoutRepeats } from './simplify-path.js';

/** Smoothing of a path through waypoints. */
export interface SmoothOptions extends Partial<SplineShape> {
  /** Points within this distance of the line between those kept are left out first, metres; absent: none. */
  tolerance?: number;
}

/** Travel along waypoints. */
export interface PathOptions {
  /** Metres a second. */
  speed: number;
  /** Absent: straight lines from point to point. */
  smooth?: SmoothOptions;
  /** Radians; absent: along the course. */
  heading?: number;
  /** Pitch of the body, radians; absent: 0, level. */
  pitch?: number;
  roll?: number;
  /** Whether the nose follows the climb; `pitch` is added. */
  climb?: boolean;
  /** Whether the body leans into turns like an aircraft; `roll` is added. */
  banking?: boolean;
  /** Largest distance of a curve from the lines between its poses, metres; absent: 1 mm. */
  chordError?: number;
}

/**
 * A trajectory through `points` (world, metres) at constant speed: time is arc length over speed. Points that repeat
 * the previous one are left out; straight lines are rounded within 1 mm of their corners, and curves are followed to
 * `chordError`. Throws UserError if fewer than two points differ, or if the speed is not a number > 0.
 *
 * @example
 * ```ts
 * const trajectory = pathTrajectory([[0, 0, 2], [50, 0, 2], [80, 40, 2]], { speed: 10, smooth: {}, banking: true });
 * ```
 */
export function pathTrajectory(points: readonly Vec3[], options: PathOptions): Trajectory {
  const { speed, smooth, pitch = 0, roll = 0 } = options;
  demandPositive({ speed });
  const waypoints = withoutRepeats(points);
  if (waypoints.length < 2)
    throw new UserError('the path has no length', { hint: 'it takes two points at least that differ' });
  const poses = new PoseList();
  let course = firstCourse(waypoints);
  let before = waypoints[0];
  for (const { position, direction } of samplesOf(waypoints, smooth, options.chordError)) {
    const step = length(subtract(position, before));
    if (poses.count > 0 && step === 0) continue;
    before = position;
    course = courseOf(direction, LEAST_DIRECTION * length(direction), course);
    const nose = options.climb ? course.pitch + pitch : pitch;
    const time = poses.count === 0 ? 0 : poses.lastTime + step / speed;
    if (poses.count > 0 && time <= poses.lastTime) continue;
    poses.push(time, position, fromAttitude(options.heading ?? course.heading, nose, roll));
  }
  const trajectory = poses.toTrajectory();
  return options.banking ? bankTurns(trajectory) : trajectory;
}

/** Smallest level part of a direction that has a heading. */
const LEAST_DIRECTION = 1e-9;

function samplesOf(
  points: readonly Vec3[],
  smooth: SmoothOptions | undefined,
  chordError?: number,
): Generator<PathSample> {
  if (smooth === undefined) return lineSamples(points);
  const kept = withoutRepeats(smooth.tolerance === undefined ? points : simplifyPath(points, smooth.tolerance));
  // A closed path whose points all lie near its start would be simplified to nothing.
  const spline = kept.length < 2 ? points : kept;
  const { knots = SPLINE_SHAPE_DEFAULTS.knots, tension = SPLINE_SHAPE_DEFAULTS.tension } = smooth;
  return curveSamples(catmullRom(spline, { knots, tension }), chordError);
}

/** The course of the first line that is not vertical; to the north where there is none. */
function firstCourse(points: readonly Vec3[]): Course {
  const north: Course = { heading: 0, pitch: 0 };
  for (let k = 1; k < points.length; k++) {
    const way = subtract(points[k], points[k - 1]);
    if (Math.hypot(way[0], way[1]) > LEAST_DIRECTION * length(way)) return courseOf(way, 0, north);
  }
  return north;
}
