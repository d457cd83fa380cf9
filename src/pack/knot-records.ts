import { fromAttitude, type Quaternion, rotate } from '../base/quaternion.js';
import type { Vec3 } from '../base/vec3.js';
import { Knot } from '../device/records.generated.js';
import { densifyTrajectory } from '../platform/densify-trajectory.js';
import type { Leg, Trajectory } from '../platform/leg.js';
import { RecordWriter } from './record-writer.js';

/**
 * Largest turn between knots, radians: up to this, linear interpolation of the quaternion is a constant rate to 1e-7
 * rad.
 */
const KNOT_TURN_MAX = Math.PI / 180;

/**
 * Knot records of a path, positions relative to `frameOrigin` (world, metres). `duration` is that of the leg, seconds.
 * Two knots for a station (which does not move) and for a straight line, as many as necessary for a recorded path.
 */
export function knotRecords(path: Leg['path'], duration: number, frameOrigin: Vec3): ArrayBuffer {
  const { times, positions, orientations } = knotsOf(path, duration);
  const writer = new RecordWriter(times.length * Knot.SIZE);
  let before: Quaternion = [0, 0, 0, 1];
  for (let k = 0; k < times.length; k++) {
    const at = k * Knot.SIZE;
    const step = k + 1 < times.length ? times[k + 1] - times[k] : 1;
    const attitude = onSideOf(before, [
      orientations[4 * k],
      orientations[4 * k + 1],
      orientations[4 * k + 2],
      orientations[4 * k + 3],
    ]);
    const [right, rightY] = levelRight(attitude);
    writer.f64(at + Knot.time, times[k]);
    writer.f64(at + Knot.inverseStep, 1 / step);
    for (let axis = 0; axis < 3; axis++)
      // + 0: no −0, whose sign is lost between two equal knots.
      writer.f64(at + Knot.position + 8 * axis, positions[3 * k + axis] - frameOrigin[axis] + 0);
    writer.rotation(at + Knot.orientation, attitude);
    writer.f32(at + Knot.levelRight, right);
    writer.f32(at + Knot.levelRight + 4, rightY);
    before = attitude;
  }
  return writer.buffer;
}

function knotsOf(path: Leg['path'], duration: number): Trajectory {
  if (path.kind === 'recorded') return densifyTrajectory(path.trajectory, KNOT_TURN_MAX);
  const { heading, pitch, roll } = path.attitude;
  const attitude = fromAttitude(heading, pitch, roll);
  const [from, to, end] = path.kind === 'straight' ? [path.from, path.to, duration] : [path.position, path.position, 1];
  return {
    times: Float64Array.of(0, end),
    positions: Float64Array.of(...from, ...to),
    orientations: Float64Array.of(...attitude, ...attitude),
  };
}

/** A quaternion and its negative are the same attitude: returns the one on the side of `before`. */
function onSideOf(before: Quaternion, q: Quaternion): Quaternion {
  const cosine = before[0] * q[0] + before[1] * q[1] + before[2] * q[2] + before[3] * q[3];
  return cosine < 0 ? [-q[0], -q[1], -q[2], -q[3]] : q;
}

/**
 * x and y of the level direction to the right of the body's heading; for a body that points straight up or down, its
 * own right.
 */
function levelRight(attitude: Quaternion): [number, number] {
  const [forwardX, forwardY] = rotate(attitude, [0, 1, 0]);
  const level = Math.hypot(forwardX, forwardY);
  if (level > LEVEL_MIN) return [forwardY / level, -forwardX / level];
  const [rightX, rightY] = rotate(attitude, [1, 0, 0]);
  return [rightX, rightY];
}

/** Smallest cosine of the pitch at which a body has a heading. */
const LEVEL_MIN = 1e-6;
