import { conjugate, type Quaternion, rotate, rotationRate } from '../base/quaternion.js';
import type { Vec3 } from '../base/vec3.js';
import type { Leg, Trajectory } from './leg.js';
import { FREE_FALL } from './path/bank-turns.js';
import { createPoseReader, type PoseReader } from './pose-at.js';

/** What an ideal inertial measurement unit in the origin of a body measures, along the body's axes. */
export interface Inertial {
  /** Body to world. */
  orientation: Quaternion;
  /** Radians a second. */
  angularVelocity: Vec3;
  /** Acceleration against free fall, metres a second squared: at rest, gravity upwards. */
  specificForce: Vec3;
}

/** The longest time over which motion is averaged, seconds: a vehicle on its springs sways at 1 to 2 Hz. */
const WINDOW_MAX = 0.1;

const STILL: Vec3 = [0, 0, 0];

/**
 * The measurements of a body on `path` at times in seconds from its start, `interval` seconds apart.
 *
 * Between two poses of a recorded path the position is linear and the attitude turns at a constant rate, so velocity
 * and rate jump at each pose. Measurements are means over a window W, as long as most poses are apart, at least the
 * interval and at most 0.1 s: the rate is the rotation vector of q(t − W/2)⁻¹ q(t + W/2) over W, the acceleration the
 * second difference (p(t − W) − 2 p(t) + p(t + W)) / W², which is its mean with the weights of a triangle of half width
 * W. Sums of either over time are the whole turn and the whole change of velocity. Near the ends, where a window would
 * leave the path, they are those of the nearest window within it, along the axes of the body there. Specific force:
 * f = q⁻¹ (a + g ẑ) (Groves 2013, "Principles of GNSS, Inertial, and Multisensor Integrated Navigation Systems", 2nd
 * edition, chapter 2); the Earth's rotation is left out.
 */
export function createInertialReader(path: Leg['path'], interval: number): (time: number) => Inertial {
  const pose = createPoseReader(path);
  if (path.kind !== 'recorded') return () => measured(pose(0).orientation, STILL, pose(0).orientation, STILL);
  const [window, duration] = windowOf(path.trajectory, interval);
  return (time) => {
    const middle = inside(time, window, duration);
    const rate = rateAt(pose, inside(time, window / 2, duration), window);
    const acceleration = accelerationAt(pose, middle, window);
    return measured(pose(time).orientation, rate, pose(middle).orientation, acceleration);
  };
}

/** Measurements of a body with `orientation` and a rate, and of one with orientation `felt` and an acceleration. */
const measured = (orientation: Quaternion, angularVelocity: Vec3, felt: Quaternion, [x, y, z]: Vec3): Inertial => ({
  ...{ orientation, angularVelocity },
  specificForce: rotate(conjugate(felt), [x, y, z + FREE_FALL]),
});

/** The time over which motion is averaged, of which two fit into the path, and the duration of that, seconds. */
function windowOf({ times }: Trajectory, interval: number): [window: number, duration: number] {
  const duration = times[times.length - 1];
  const gaps = Float64Array.from({ length: times.length - 1 }, (_, k) => times[k + 1] - times[k]).sort();
  const usual = Math.min(WINDOW_MAX, gaps[gaps.length >> 1]);
  return [Math.min(Math.max(interval, usual), duration / 2), duration];
}

/** The time nearest to `time` that is at least `margin` from both ends. */
const inside = (time: number, margin: number, duration: number): number =>
  Math.max(margin, Math.min(duration - margin, time));

/** The mean rate of a turn over `window` seconds about `time`, about the axes of the body. */
function rateAt(pose: PoseReader, time: number, window: number): Vec3 {
  const [before, after] = [time - window / 2, time + window / 2].map((moment) => pose(moment).orientation);
  // The axis of the turn is the same for the body before and after it.
  return rotate(conjugate(before), rotationRate(before, after, window));
}

/** The mean acceleration in the world about `time`. */
function accelerationAt(pose: PoseReader, time: number, window: number): Vec3 {
  const [before, now, after] = [time - window, time, time + window].map((moment) => pose(moment).position);
  const at = (axis: 0 | 1 | 2) => (before[axis] - now[axis] - (now[axis] - after[axis])) / (window * window);
  return [at(0), at(1), at(2)];
}
