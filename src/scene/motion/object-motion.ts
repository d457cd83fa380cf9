import { UserError } from '../../base/errors.js';
import type { Quaternion } from '../../base/quaternion.js';
import { PLATFORM_COORDINATE_MAX } from '../../platform/coordinate-max.js';
import { densifyTrajectory } from '../../platform/densify-trajectory.js';
import type { Trajectory } from '../../platform/leg.js';
import { orientationOf, positionOf } from '../../platform/pose-at.js';
import { KNOT_TURN_MAX } from './drift.js';
import { KNOTS_MAX, KnotList } from './knot-list.js';
import { knotAt } from './motion-pose.js';
import type { SampledMotion } from './sampled-motion.js';

/**
 * The motion of an object in memory: poses of the frame to which its `transform` leads, in the world. Between two of
 * them the position is linear, and the object turns at a constant rate, less than half a turn. Before the first and
 * after the last it stands. Objects with the same motion (the same object in memory) are one body.
 */
export interface ObjectMotion {
  /** Seconds of the scene's clock, which is 0 when the first leg of a survey starts: rising, two at least. */
  times: ArrayLike<number>;
  /** x y z at each time, metres. */
  positions: ArrayLike<number>;
  /** Quaternion x y z w at each time, as [0, 0, 0, 1] of an object that is not turned; absent: it never turns. */
  orientations?: ArrayLike<number>;
  /** Whether it keeps each pose until the next one, then jumps; absent: it moves on. */
  steps?: boolean;
  /** Whether it begins anew after its last pose; absent: it stands there. */
  repeats?: boolean;
  /**
   * 0 or false where it is not there from a time to the next one (the first: before, too; the last: afterwards, too);
   * absent: it always is.
   */
  visible?: ArrayLike<number | boolean>;
}

/** The knots of a motion in memory. Throws UserError, which begins with `what`, for one that is none. */
export function motionOfObject(given: ObjectMotion, what: string): SampledMotion {
  const poses = posesOf(given, what);
  const { steps = false, repeats = false, visible } = given;
  const dense = steps ? poses : densifyTrajectory(poses, KNOT_TURN_MAX);
  const last = dense.times.length - 1;
  if (dense.times.length > KNOTS_MAX) throw fault(what, 'motion', `one of at most ${KNOTS_MAX} knots, one a degree`);
  const knots = new KnotList();
  for (const [k, time] of dense.times.entries()) {
    const pose = k === last ? poses.times.length - 1 : knotAt(poses.times, time);
    const place = { position: positionOf(dense, k), orientation: orientationOf(dense, k) };
    knots.push(time, place, { holds: steps && k < last, isHidden: visible !== undefined && !visible[pose] });
  }
  return knots.toMotion(repeats ? dense.times[last] - dense.times[0] : undefined);
}

/** The poses, with unit quaternions. */
function posesOf({ times, positions, orientations, visible }: ObjectMotion, what: string): Trajectory {
  const count = times?.length;
  if (!(count >= 2 && isRising(times))) throw fault(what, 'motion.times', 'two or more numbers, each above the last');
  if (!isFull(positions, 3 * count, PLATFORM_COORDINATE_MAX))
    throw fault(
      what,
      'motion.positions',
      `3 numbers a time, ${3 * count} in all, of ${PLATFORM_COORDINATE_MAX} at most`,
    );
  if (orientations !== undefined && !isFull(orientations, 4 * count, Number.MAX_VALUE))
    throw fault(what, 'motion.orientations', `4 numbers a time, ${4 * count} in all`);
  if (visible !== undefined && visible.length !== count)
    throw fault(what, 'motion.visible', `as long as motion.times, ${count}`);
  return {
    times: Float64Array.from(times),
    positions: Float64Array.from(positions),
    orientations: Float64Array.from(
      Array.from(times).flatMap((_, k) => (orientations ? unitAt(orientations, k, what) : UNTURNED)),
    ),
  };
}

const UNTURNED: Quaternion = [0, 0, 0, 1];

function unitAt(list: ArrayLike<number>, k: number, what: string): number[] {
  const one = [0, 1, 2, 3].map((n) => list[4 * k + n]);
  const norm = Math.hypot(...one);
  if (!(norm > 0 && Number.isFinite(norm)))
    throw fault(what, 'motion.orientations', `quaternions, but number ${k} has the length ${norm}`);
  return one.map((value) => value / norm);
}

const isRising = (times: ArrayLike<number>): boolean =>
  Array.from(times).every((time, k) => Number.isFinite(time) && (k === 0 || time > times[k - 1]));

const isFull = (list: ArrayLike<number> | undefined, count: number, most: number): boolean =>
  list?.length === count && Array.from(list).every((value) => Math.abs(value) <= most);

const fault = (what: string, key: string, expected: string): UserError =>
  new UserError(`${what}: ${key} must be ${expected}`);
