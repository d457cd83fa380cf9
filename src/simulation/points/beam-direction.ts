import { conjugate, type QuaternionOut, rotate, type VectorOut } from '../../base/quaternion.js';
import { emptyRigid } from '../../base/rigid.js';
import type { Vec3 } from '../../base/vec3.js';
import type { PulseList } from '../../engine/cpu/pulse-lister.js';
import type { TracedPoints } from './traced-points.js';

/** Direction of the beam of pulse `pulse` in the scanner's frame, a unit vector; valid until the next call. */
export type BeamReader = (pulse: number) => Vec3;

/** Reads the beam directions of traced points; `beams` lists their pulses. */
export function createBeamReader({ poses, first }: TracedPoints, { directions, times }: PulseList): BeamReader {
  const pose = emptyRigid();
  const toScanner: QuaternionOut = [0, 0, 0, 1];
  const beam: VectorOut = [0, 0, 0];
  let time = Number.NaN;
  return (pulse) => {
    const k = pulse - first;
    // Lasers that fire together share one pose of the platform.
    if (times[k] !== time) {
      time = times[k];
      conjugate(poses.actual(time, pose).orientation, toScanner);
    }
    for (let axis = 0; axis < 3; axis++) beam[axis] = directions[3 * k + axis];
    return rotate(toScanner, beam, beam);
  };
}

/** Azimuth of a direction in the scanner's frame, clockwise from forward, radians, −π…π. */
export const azimuthOf = (direction: Vec3): number => Math.atan2(direction[0], direction[1]);

/** Elevation of a direction in the scanner's frame, radians, −π/2…π/2. */
export const elevationOf = (direction: Vec3): number =>
  Math.atan2(direction[2], Math.sqrt(direction[0] ** 2 + direction[1] ** 2));
