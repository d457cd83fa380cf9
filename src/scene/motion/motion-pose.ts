import { emptyRigid, type RigidOut } from '../../base/rigid.js';
import type { SampledMotion } from './sampled-motion.js';

/** The pose of a moving body in the world, and whether it is there. */
export interface BodyPose extends RigidOut {
  isVisible: boolean;
}

/**
 * The pose of a body at `time`, seconds of the scene's clock, written to `out` if given: positions and quaternions are
 * linear between two knots, quaternions normalized.
 */
export function bodyPoseAt(motion: SampledMotion, time: number, out: BodyPose = createBodyPose()): BodyPose {
  const { times, positions, orientations, holds, visible } = motion;
  const moment = momentOf(motion, time);
  const knot = knotAt(times, moment);
  const next = Math.min(knot + 1, times.length - 1);
  const step = times[next] - times[knot];
  const isHeld = next === knot || moment <= times[knot] || holds?.[knot] === 1;
  const share = isHeld ? 0 : (moment - times[knot]) / step;
  for (let k = 0; k < 3; k++) out.position[k] = mix(positions, 3 * knot + k, 3 * next + k, share);
  let norm = 0;
  for (let k = 0; k < 4; k++) {
    out.orientation[k] = mix(orientations, 4 * knot + k, 4 * next + k, share);
    norm += out.orientation[k] ** 2;
  }
  for (let k = 0; k < 4; k++) out.orientation[k] /= Math.sqrt(norm);
  out.isVisible = visible?.[knot] !== 0;
  return out;
}

/** A pose that receives results. */
export const createBodyPose = (): BodyPose => ({ ...emptyRigid(), isVisible: true });

/** Seconds by which a moment in another round is put off, so that no rounding is before the knot there. */
const BEHIND = 1e-9;

/** The first moment from `time` on, seconds of the scene's clock, at which a body is there; `time` if it never is. */
export function visibleFrom(motion: SampledMotion, time: number): number {
  const { times, visible, period } = motion;
  if (visible === undefined) return time;
  const moment = momentOf(motion, time);
  const knot = knotAt(times, moment);
  if (visible[knot] !== 0) return time;
  const next = visible.findIndex((there, k) => k > knot && there !== 0);
  if (next >= 0) return moment === time ? times[next] : time + (times[next] - moment) + BEHIND;
  const again = period === undefined ? -1 : visible.findIndex((there) => there !== 0);
  return period === undefined || again < 0 ? time : time + (times[again] + period - moment) + BEHIND;
}

/** The time within the knots at which a motion that repeats itself is as it is at `time`. */
export function momentOf({ times, period }: Pick<SampledMotion, 'times' | 'period'>, time: number): number {
  const [first] = times;
  return period === undefined || time <= first ? time : first + ((time - first) % period);
}

/** The last knot at or before `time`; before the first one, the first. */
export function knotAt(times: Float64Array, time: number): number {
  let [low, high] = [0, times.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

const mix = (list: Float64Array, from: number, to: number, share: number): number =>
  list[from] + share * (list[to] - list[from]);
