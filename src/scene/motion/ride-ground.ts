import { UserError } from '../../base/errors.js';
import { addToAttitude, rotate } from '../../base/quaternion.js';
import type { Rigid } from '../../base/rigid.js';
import type { Box3 } from '../../base/vec3.js';
import { positionOf } from '../../platform/pose-at.js';
import { KnotList } from './knot-list.js';
import { bodyPoseAt } from './motion-pose.js';
import type { SceneClock } from './part-motion.js';
import type { SampledMotion } from './sampled-motion.js';

/** Longest way between two knots of a body that rides on a ground, metres. */
const STEP_MAX = 0.25;

interface Ride {
  /** Name of the part, for messages. */
  name: string;
  /** The box of the body, in its frame. */
  box: Box3;
  /** The height of the ground at a place; undefined: there is none. */
  heightAt(x: number, y: number): number | undefined;
  /** The run in which there must be ground below it. */
  run: Pick<SceneClock, 'from' | 'to'>;
}

/**
 * The motion of a body that rides on a ground: its heights count from there, and it is pitched and rolled as the ground
 * below the ends and the sides of its box. Throws UserError where it has no ground below it during the run.
 */
export function rideGround(motion: SampledMotion, ride: Ride): SampledMotion {
  const { times, holds, visible, period } = motion;
  const plain = { ...motion, period: undefined };
  const knots = new KnotList();
  let tilt: Tilt = LEVEL;
  const pushAt = (time: number, k: number) => {
    const pose = bodyPoseAt(plain, time);
    const found = tiltAt(pose, ride);
    const isHidden = visible?.[k] === 0;
    if (found === undefined && !isHidden && time >= ride.run.from && time <= ride.run.to)
      throw noGround(pose, time, ride);
    tilt = found ?? tilt;
    knots.push(time, tilted(pose, tilt), { holds: holds?.[k] === 1, isHidden });
  };
  for (const [k, time] of times.entries()) {
    pushAt(time, k);
    if (k + 1 === times.length || holds?.[k] === 1) continue;
    const [from, to] = [positionOf(motion, k), positionOf(motion, k + 1)];
    const pieces = Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / STEP_MAX);
    knots.demandRoom(pieces);
    for (let piece = 1; piece < pieces; piece++) pushAt(time + ((times[k + 1] - time) * piece) / pieces, k);
  }
  return knots.toMotion(period);
}

/** What a ground does to a body: metres, radians. */
interface Tilt {
  height: number;
  pitch: number;
  roll: number;
}

const LEVEL: Tilt = { height: 0, pitch: 0, roll: 0 };

const tilted = ({ position: [x, y, z], orientation }: Rigid, { height, pitch, roll }: Tilt): Rigid => ({
  position: [x, y, z + height],
  orientation: addToAttitude(orientation, 0, pitch, roll),
});

/** The height of the ground below a body, and its slopes along and across it; undefined without ground. */
function tiltAt({ position: [x, y], orientation }: Rigid, { box: { min, max }, heightAt }: Ride): Tilt | undefined {
  const [fx, fy] = rotate(orientation, [0, 1, 0]);
  const level = Math.hypot(fx, fy);
  const [ux, uy] = level === 0 ? [0, 1] : [fx / level, fy / level];
  // Right is (uy, −ux) of the body's level frame.
  const below = (right: number, forward: number) =>
    heightAt(x + right * uy + forward * ux, y - right * ux + forward * uy);
  const middle = [0, 1].map((axis) => (min[axis] + max[axis]) / 2);
  const [front, back] = [below(middle[0], max[1]), below(middle[0], min[1])];
  const [right, left] = [below(max[0], middle[1]), below(min[0], middle[1])];
  if (front === undefined || back === undefined || right === undefined || left === undefined) return undefined;
  const [length, width] = [max[1] - min[1], max[0] - min[0]];
  const rise = length === 0 ? 0 : (front - back) / length;
  const lean = width === 0 ? 0 : (left - right) / width;
  const pitch = Math.atan(rise);
  // The roll is about the axis that is pitched already.
  return { height: back - rise * min[1], pitch, roll: Math.atan(lean * Math.cos(pitch)) };
}

function noGround({ position: [x, y] }: Rigid, time: number, { name }: Ride): UserError {
  const where = `${x.toFixed(2)}, ${y.toFixed(2)}`;
  return new UserError(`${name} has no ground below it at ${where} after ${time.toFixed(2)} s`, {
    hint: 'keep its way on the ground, or leave out on',
  });
}
