import { rotationRate, type VectorOut } from '../base/quaternion.js';
import { length, scale, subtract, type Vec3 } from '../base/vec3.js';
import type { Leg, Trajectory } from './leg.js';
import { intervalAt, orientationOf, positionOf, velocityOf } from './pose-at.js';

/** The motion of a body at a moment, along the axes of the world. */
export interface Velocity {
  /** Of the body's origin, metres a second. */
  linear: Vec3;
  /** Radians a second, right-handed. */
  angular: Vec3;
}

/** A velocity that receives a result. */
export interface VelocityOut extends Velocity {
  linear: VectorOut;
  angular: Vec3;
}

/** The velocity of a body at a time, seconds, good until the next one is read; outside its path it is at rest. */
export type VelocityReader = (time: number) => Velocity;

export const AT_REST: Velocity = Object.freeze<Velocity>({ linear: [0, 0, 0], angular: [0, 0, 0] });

/**
 * Velocity of a point, metres a second, that lies at `arm` from the origin of a rigid body: v + ω × r, written to `out`
 * if given.
 */
export function velocityOfPoint({ linear, angular }: Velocity, arm: Vec3, out: VectorOut = [0, 0, 0]): Vec3 {
  out[0] = linear[0] + (angular[1] * arm[2] - angular[2] * arm[1]);
  out[1] = linear[1] + (angular[2] * arm[0] - angular[0] * arm[2]);
  out[2] = linear[2] + (angular[0] * arm[1] - angular[1] * arm[0]);
  return out;
}

/** Creates a reader for velocities on a path, at times in seconds from its start; fast if times rise. */
export function createVelocityReader(path: Leg['path']): VelocityReader {
  if (path.kind === 'station') return () => AT_REST;
  if (path.kind === 'straight') {
    const steady: Velocity = { linear: velocityOf(path), angular: AT_REST.angular };
    return () => steady;
  }
  const { times } = path.trajectory;
  const last = times[times.length - 1];
  const velocityIn = createStretchReader(path.trajectory);
  let interval = 0;
  return (time) => {
    if (time < times[0] || time > last) return AT_REST;
    if (!(time >= times[interval] && time < times[interval + 1])) interval = intervalAt(times, time);
    return velocityIn(interval, time);
  };
}

/** What velocities between two poses follow from; the gains at both ends are worked out where they are asked for. */
interface Stretch {
  knot: number;
  chord: Vec3;
  gains: [start: Vec3 | undefined, end: Vec3 | undefined];
  velocity: VelocityOut;
}

/**
 * Creates what reads the velocity at `time`, seconds, between poses `knot` and `knot` + 1, fast if it is asked of the
 * same ones; good until the next one is read. Between poses a body moves at the velocity of their chord. Where chords
 * follow a smooth curve, it is that of the curve: at each pose the mean of both chords, by the times to their middles,
 * and linear between a pose and the middle of a chord.
 */
export function createStretchReader(poses: Trajectory): (knot: number, time: number) => Velocity {
  const { times } = poses;
  let stretch: Stretch | undefined;
  return (knot, time) => {
    if (stretch?.knot !== knot) stretch = stretchOf(poses, knot);
    const { chord, gains, velocity } = stretch;
    const share = (time - times[knot]) / (times[knot + 1] - times[knot]);
    const side = share < 0.5 ? 0 : 1;
    gains[side] ??= gainAt(poses, knot, side === 0 ? -1 : 1);
    const part = Math.abs(2 * share - 1);
    for (let axis = 0; axis < 3; axis++) velocity.linear[axis] = chord[axis] + gains[side][axis] * part;
    return velocity;
  };
}

function stretchOf(poses: Trajectory, knot: number): Stretch {
  const step = poses.times[knot + 1] - poses.times[knot];
  const angular = rotationRate(orientationOf(poses, knot), orientationOf(poses, knot + 1), step);
  return {
    knot,
    chord: chordVelocity(poses, knot),
    gains: [undefined, undefined],
    velocity: { linear: [0, 0, 0], angular },
  };
}

/** Metres by which chords may leave a curve that they stand for: several times what those of legs leave (1 mm). */
const SMOOTH_ERROR_MAX = 5e-3;

/** The velocity at an end of an interval, less that of its chord: `side` is −1 at its start and 1 at its end. */
function gainAt(poses: Trajectory, knot: number, side: -1 | 1): Vec3 {
  const gain = gainTowards(poses, knot, side);
  if (gain) return gain;
  // At a corner, or an end, the curve goes on as it came from the other side.
  const other = gainTowards(poses, knot, side === 1 ? -1 : 1);
  return other ? scale(other, -1) : AT_REST.linear;
}

/** The same where the interval beyond that end goes on smoothly; undefined where it does not. */
function gainTowards(poses: Trajectory, knot: number, side: -1 | 1): Vec3 | undefined {
  const { times } = poses;
  const beyond = knot + side;
  if (beyond < 0 || beyond > times.length - 2) return undefined;
  const [own, next] = [knot, beyond].map((k) => times[k + 1] - times[k]);
  const change = subtract(chordVelocity(poses, beyond), chordVelocity(poses, knot));
  // A chord over Δt leaves a curve with acceleration a by a Δt² / 8.
  if ((length(change) * Math.max(own, next)) / 8 > SMOOTH_ERROR_MAX) return undefined;
  return scale(change, own / (own + next));
}

function chordVelocity(poses: Trajectory, knot: number): Vec3 {
  const { times } = poses;
  return scale(subtract(positionOf(poses, knot + 1), positionOf(poses, knot)), 1 / (times[knot + 1] - times[knot]));
}
