import { TURN } from '../../base/angle.js';
import { angleBetween } from '../../base/quaternion.js';
import type { Rigid } from '../../base/rigid.js';
import { length, subtract } from '../../base/vec3.js';
import { densifyTrajectory } from '../../platform/densify-trajectory.js';
import { orientationOf, positionOf } from '../../platform/pose-at.js';
import { driftPose, driftStep, firstDrift, KNOT_TURN_MAX, lastDrift } from './drift.js';
import { KnotList } from './knot-list.js';
import { bodyPoseAt } from './motion-pose.js';
import type { CourseMotion, Drift, MotionAfter, MotionCourse, SceneClock } from './part-motion.js';
import type { SampledMotion } from './sampled-motion.js';

/** Before a jump, the pose of this moment is kept, seconds: a device must be able to tell both times apart. */
const JUMP = 1e-6;

/** Least time that a drift is sampled for, seconds, so that there are two knots. */
const DRIFT_MIN = 1;

/**
 * The knots of a motion on the scene's clock, `delay` seconds late, as far as the run of `clock` needs them: between
 * two poses of a course the rotation is at most 1°, and what goes on beyond it is sampled until the run ends.
 */
export function sampleMotion(motion: CourseMotion, clock: SceneClock, delay = 0): SampledMotion {
  const start = motion.start + delay + (motion.startTime === undefined ? 0 : motion.startTime - clock.startTime);
  const { course, before, after } = motion;
  if (course.drift) return sampleDrift(motion, start, clock);
  const round = roundOf(course, start, after);
  const repeats = after === 'loop' || after === 'reverse';
  if (before === 'stand' && repeats) return round;
  const knots = new KnotList();
  writeBefore(knots, motion, start, clock);
  if (repeats) writeRounds(knots, round, clock.to);
  else writeKnots(knots, round, 0);
  writeAfter(knots, motion, clock);
  return knots.toMotion();
}

/** The course once, from `start` on; there and back if it is to be reversed; with its period if it repeats. */
function roundOf(course: MotionCourse, start: number, after: MotionAfter): SampledMotion {
  const dense = course.isStepped ? course : densifyTrajectory(course, KNOT_TURN_MAX);
  const last = dense.times.length - 1;
  const holds = course.isStepped === true;
  const knots = new KnotList();
  // Where the body turns back, a last pose that comes by a jump is left at once.
  const ahead = holds && after === 'reverse' ? last - 1 : last;
  for (let k = 0; k <= ahead; k++) knots.push(start + dense.times[k], poseOf(dense, k), { holds: holds && k < last });
  if (after === 'loop') return knots.toMotion(dense.times[last]);
  if (after !== 'reverse') return knots.toMotion();
  const end = 2 * dense.times[last];
  for (let k = last - 1; k >= 0; k--) {
    // A pose that is kept until the next one is kept on the way back, too.
    const time = holds ? dense.times[k + 1] : dense.times[k];
    if (start + end - time > knots.lastTime) knots.push(start + end - time, poseOf(dense, k), { holds });
  }
  if (holds) knots.push(start + end, poseOf(dense, 0));
  return knots.toMotion(end);
}

const poseOf = (poses: Pick<MotionCourse, 'times' | 'positions' | 'orientations'>, k: number): Rigid => ({
  position: positionOf(poses, k),
  orientation: orientationOf(poses, k),
});

/** A course of one pose, from which the body drifts; a level circle that is passed more than once repeats itself. */
function sampleDrift({ course, before }: CourseMotion, start: number, clock: SceneClock): SampledMotion {
  const drift = lastDrift(course);
  const { velocity, spin } = drift;
  const isCircle = velocity[2] === 0 && spin[0] === 0 && spin[1] === 0 && spin[2] !== 0;
  const period = TURN / Math.abs(spin[2]);
  const knots = new KnotList();
  if (before === 'stand' && isCircle && clock.to - start > period) {
    writeDrift(knots, poseOf(course, 0), drift, { start, end: start + period });
    return knots.toMotion(period);
  }
  if (before === 'hidden') knots.push(start - 1, poseOf(course, 0), { isHidden: true });
  if (before === 'continue') writeDriftUntil(knots, poseOf(course, 0), drift, { start: clock.from, end: start });
  writeDrift(knots, poseOf(course, 0), drift, { start, end: Math.max(clock.to, start + DRIFT_MIN) });
  return knots.toMotion();
}

interface Stretch {
  start: number;
  end: number;
}

/** Adds a drift from `pose`, which the body has at `start`, its first and last knot included. */
function writeDrift(knots: KnotList, pose: Rigid, drift: Drift, { start, end }: Stretch): void {
  const steps = stepsOf(drift, end - start);
  knots.demandRoom(steps);
  for (let k = 0; k <= steps; k++) {
    const time = k === steps ? end : start + ((end - start) * k) / steps;
    if (knots.count === 0 || time > knots.lastTime) knots.push(time, driftPose(pose, drift, time - start));
  }
}

/** Adds a drift that leads to `pose`, which the body has at `end`, without its last knot. */
function writeDriftUntil(knots: KnotList, pose: Rigid, drift: Drift, { start, end }: Stretch): void {
  if (start >= end) return;
  const steps = stepsOf(drift, end - start);
  knots.demandRoom(steps);
  for (let k = 0; k < steps; k++) {
    const time = start + ((end - start) * k) / steps;
    knots.push(time, driftPose(pose, drift, time - end));
  }
}

/** Steps of a drift over so many seconds. */
const stepsOf = (drift: Drift, seconds: number): number => Math.max(1, Math.ceil(seconds / driftStep(drift)));

function writeBefore(knots: KnotList, { course, before }: CourseMotion, start: number, clock: SceneClock): void {
  const first = poseOf(course, 0);
  if (before === 'hidden') knots.push(start - 1, first, { isHidden: true });
  if (before === 'continue') writeDriftUntil(knots, first, firstDrift(course), { start: clock.from, end: start });
}

function writeAfter(knots: KnotList, { course, after }: CourseMotion, clock: SceneClock): void {
  if (after === 'hidden') knots.hideAfterwards();
  if (after !== 'continue' || clock.to <= knots.lastTime) return;
  const last = poseOf(course, course.times.length - 1);
  writeDrift(knots, last, lastDrift(course), { start: knots.lastTime, end: clock.to });
}

/** Adds the knots of a motion, `shift` seconds later. */
function writeKnots(knots: KnotList, motion: SampledMotion, shift: number): void {
  for (const [k, time] of motion.times.entries()) {
    if (knots.count > 0 && time + shift <= knots.lastTime) continue;
    knots.push(time + shift, poseOf(motion, k), { holds: motion.holds?.[k] === 1 });
  }
}

/** Adds round after round of a motion that repeats itself, until `end`: one that does not close jumps. */
function writeRounds(knots: KnotList, round: SampledMotion, end: number): void {
  const { times, period = 0 } = round;
  const [first, last] = [times[0], times[times.length - 1]];
  const gap = loopGap(round);
  const isClosed = gap.metres === 0 && gap.angle === 0;
  const jump = bodyPoseAt({ ...round, period: undefined }, last - JUMP);
  knots.demandRoom(((end - first) / period) * (times.length - 1));
  let rounds = 0;
  for (; rounds === 0 || first + rounds * period < end; rounds++) {
    const shift = rounds * period;
    for (let k = 0; k + 1 < times.length; k++)
      if (knots.count === 0 || times[k] + shift > knots.lastTime)
        knots.push(times[k] + shift, poseOf(round, k), { holds: round.holds?.[k] === 1 });
    if (!isClosed && last + shift - JUMP > knots.lastTime) knots.push(last + shift - JUMP, jump, { holds: true });
  }
  knots.push(last + (rounds - 1) * period, poseOf(round, times.length - 1));
}

/** The jump with which a motion begins anew: metres, and radians. */
export function loopGap(round: SampledMotion): { metres: number; angle: number } {
  const [start, end] = [0, round.times.length - 1].map((k) => poseOf(round, k));
  return {
    metres: length(subtract(end.position, start.position)),
    angle: angleBetween(start.orientation, end.orientation),
  };
}
