import { UserError } from '../../base/errors.js';
import { angleBetween, slerp } from '../../base/quaternion.js';
import { composeRigid, type Rigid } from '../../base/rigid.js';
import { add, length, scale, subtract, type Vec3 } from '../../base/vec3.js';
import { orientationOf, positionOf } from '../../platform/pose-at.js';
import { CHORD_ERROR_MAX } from './drift.js';
import { KnotList } from './knot-list.js';
import { bodyPoseAt, knotAt, momentOf } from './motion-pose.js';
import type { SampledMotion } from './sampled-motion.js';

/** The motion of a body that keeps the pose `within` in the frame of another one. */
export function followRigidly(leader: SampledMotion, within: Rigid): SampledMotion {
  const { times, holds, visible, period } = leader;
  const arm = length(within.position);
  const knots = new KnotList();
  const pushAt = (time: number, k: number) =>
    knots.push(time, composeRigid(poseOfKnot(leader, time, k), within), {
      holds: holds?.[k] === 1,
      isHidden: visible?.[k] === 0,
    });
  for (const [k, time] of times.entries()) {
    pushAt(time, k);
    if (k + 1 === times.length || holds?.[k] === 1) continue;
    const turn = angleBetween(orientationOf(leader, k), orientationOf(leader, k + 1));
    // A chord of the arc on which the arm turns.
    const pieces = Math.ceil(turn * Math.sqrt(arm / (8 * CHORD_ERROR_MAX)));
    knots.demandRoom(pieces);
    for (let piece = 1; piece < pieces; piece++) pushAt(time + ((times[k + 1] - time) * piece) / pieces, k);
  }
  return knots.toMotion(period);
}

/** The pose at `time`; at knot k, whose time it may be, exactly that, even where it repeats itself. */
const poseOfKnot = (motion: SampledMotion, time: number, k: number): Rigid =>
  motion.times[k] === time
    ? { position: positionOf(motion, k), orientation: orientationOf(motion, k) }
    : bodyPoseAt({ ...motion, period: undefined }, time);

/**
 * The motion of a body that passes where another one was `behind` metres of way earlier, until `end`: it stops where
 * that one stops, and comes in a straight line from before its beginning. Throws UserError for a way with jumps.
 */
export function followBehind(leader: SampledMotion, behind: number, end: number): SampledMotion {
  const way = wayOf(leader, end);
  const knots = new KnotList();
  for (const time of way.timesBehind(behind)) {
    const isHidden = leader.visible?.[knotAt(leader.times, momentOf(leader, time))] === 0;
    knots.push(time, way.poseAfter(way.lengthAt(time) - behind), { isHidden });
  }
  return knots.toMotion();
}

/** Moments that are nearer than this are one, seconds. */
const MOMENT = 1e-9;

/** A way, by its length from the beginning. */
class Way {
  private readonly times: number[] = [];
  private readonly poses: Rigid[] = [];
  private readonly lengths: number[] = [];

  push(time: number, pose: Rigid): void {
    const last = this.poses.length - 1;
    const step = last < 0 ? 0 : length(subtract(pose.position, this.poses[last].position));
    this.times.push(time);
    this.poses.push(pose);
    this.lengths.push(last < 0 ? 0 : this.lengths[last] + step);
  }

  /** The way gone at a time. */
  lengthAt(time: number): number {
    return interpolated(this.times, this.lengths, time);
  }

  /** The pose after a way; before the beginning, on the straight line that leads to it. */
  poseAfter(gone: number): Rigid {
    const [first] = this.poses;
    if (gone < 0) return { ...first, position: add(first.position, scale(this.firstDirection(), gone)) };
    const k = indexAt(this.lengths, gone);
    const next = Math.min(k + 1, this.poses.length - 1);
    const step = this.lengths[next] - this.lengths[k];
    const share = step === 0 ? 0 : (gone - this.lengths[k]) / step;
    const [from, to] = [this.poses[k], this.poses[next]];
    return {
      position: add(from.position, scale(subtract(to.position, from.position), share)),
      orientation: slerp(from.orientation, to.orientation, share),
    };
  }

  /** The moments at which a body so far behind has knots: those of this one, and where it passes places of knots. */
  timesBehind(behind: number): number[] {
    const whole = this.lengths[this.lengths.length - 1];
    const passes = [0, ...this.lengths].flatMap((gone) =>
      gone + behind <= whole ? [interpolated(this.lengths, this.times, gone + behind)] : [],
    );
    const all = [...this.times, ...passes].sort((a, b) => a - b);
    return all.filter((time, k) => k === 0 || time - all[k - 1] > MOMENT);
  }

  private firstDirection(): Vec3 {
    const [first] = this.poses;
    const next = this.lengths.findIndex((gone) => gone > 0);
    if (next < 0) return [0, 0, 0];
    const way = subtract(this.poses[next].position, first.position);
    return scale(way, 1 / length(way));
  }
}

/** The way of a motion until `end`, with all rounds of one that repeats itself. */
function wayOf(motion: SampledMotion, end: number): Way {
  const { times, period, holds } = motion;
  const way = new Way();
  const last = times.length - 1;
  const gap = length(subtract(positionOf(motion, last), positionOf(motion, 0)));
  if (holds?.includes(1) || (period !== undefined && gap > CHORD_ERROR_MAX))
    throw new UserError('the way of the part that it follows has jumps: nothing can follow behind', {
      hint: 'close the loop, or leave out behind',
    });
  const rounds = period === undefined ? 1 : Math.max(1, Math.ceil((end - times[0]) / period));
  new KnotList().demandRoom(rounds * last);
  for (let round = 0; round < rounds; round++)
    for (const [k, time] of times.entries())
      if (round === 0 || k > 0)
        way.push(time + round * (period ?? 0), {
          position: positionOf(motion, k),
          orientation: orientationOf(motion, k),
        });
  return way;
}

/** The last index whose value is at most `value`; 0 if none is. */
function indexAt(values: readonly number[], value: number): number {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (values[middle] <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The value of a function of rising numbers, linear between them; outside, that of the nearest. */
function interpolated(from: readonly number[], to: readonly number[], at: number): number {
  const k = indexAt(from, at);
  if (k + 1 === from.length || at <= from[k]) return to[k];
  return to[k] + ((to[k + 1] - to[k]) * (at - from[k])) / (from[k + 1] - from[k]);
}
