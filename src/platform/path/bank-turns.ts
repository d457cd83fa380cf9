import { TURN } from '../../base/angle.js';
import { fromAttitude, toAttitude } from '../../base/quaternion.js';
import { length, subtract } from '../../base/vec3.js';
import type { Trajectory } from '../leg.js';
import { intervalAt, orientationOf, positionOf } from '../pose-at.js';
import { resampleTrajectory } from '../resample-trajectory.js';

/** Standard acceleration of free fall, m/s² (3rd CGPM, 1901). */
export const FREE_FALL = 9.80665;
/**
 * The rate of turn is the mean over this time before and after, seconds: about the time that an aircraft takes to roll.
 */
const HALF_WINDOW = 1;
/** Largest time between poses, seconds, so that straight stretches are level except at their ends. */
const STEP_MAX = 0.25;
/**
 * The trajectory leaning into its turns. Its roll is increased by the bank of a coordinated turn, atan(v ω / g), with
 * the rate of turn ω averaged over two seconds; right side down in turns to the right. Poses that are far apart get
 * others in between.
 */
export function bankTurns(trajectory: Trajectory): Trajectory {
  const dense = resampleTrajectory(trajectory, STEP_MAX);
  const { times } = dense;
  const headings = unwrappedHeadings(dense);
  const end = times[times.length - 1];
  const orientations = new Float64Array(dense.orientations.length);
  for (let k = 0; k < times.length; k++) {
    const [from, to] = [Math.max(0, times[k] - HALF_WINDOW), Math.min(end, times[k] + HALF_WINDOW)];
    const rate = (valueAt(times, headings, to) - valueAt(times, headings, from)) / (to - from);
    const { heading, pitch, roll } = toAttitude(orientationOf(dense, k));
    orientations.set(fromAttitude(heading, pitch, roll + Math.atan((speedAt(dense, k) * rate) / FREE_FALL)), 4 * k);
  }
  return { ...dense, orientations };
}

/** Headings without jumps of a whole turn, radians. */
function unwrappedHeadings(trajectory: Trajectory): Float64Array {
  const headings = new Float64Array(trajectory.times.length);
  for (let k = 0; k < headings.length; k++) {
    const { heading } = toAttitude(orientationOf(trajectory, k));
    const before = k === 0 ? heading : headings[k - 1];
    headings[k] = heading + TURN * Math.round((before - heading) / TURN);
  }
  return headings;
}

/** Value at `time`, linear between the times. */
function valueAt(times: Float64Array, values: Float64Array, time: number): number {
  const k = intervalAt(times, time);
  return values[k] + ((values[k + 1] - values[k]) * (time - times[k])) / (times[k + 1] - times[k]);
}

/** Metres a second from pose k to the next; at the last pose, from the previous one. */
function speedAt(trajectory: Trajectory, k: number): number {
  const from = Math.min(k, trajectory.times.length - 2);
  const way = subtract(positionOf(trajectory, from + 1), positionOf(trajectory, from));
  return length(way) / (trajectory.times[from + 1] - trajectory.times[from]);
}
