import { fromAttitude, toAttitude } from '../../src/base/quaternion.js';
import type { Vec3 } from '../../src/base/vec3.js';
import type { Trajectory } from '../../src/platform/leg.js';
import { orientationOf, positionOf } from '../../src/platform/pose-at.js';

export const DEGREE = Math.PI / 180;

/** Numbers from 0 to 1 that are the same for the same seed (Park and Miller 1988). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** A trajectory of rows [time, x, y, z, heading, pitch, roll], angles in degrees. */
export function trajectoryOf(rows: readonly (readonly number[])[]): Trajectory {
  return {
    times: Float64Array.from(rows, ([time]) => time),
    positions: Float64Array.from(rows.flatMap(([, x, y, z]) => [x, y, z])),
    orientations: Float64Array.from(
      rows.flatMap(([, , , , heading = 0, pitch = 0, roll = 0]) => [
        ...fromAttitude(heading * DEGREE, pitch * DEGREE, roll * DEGREE),
      ]),
    ),
  };
}

/** Heading, pitch and roll of a pose, degrees. */
export function attitudeDeg(trajectory: Trajectory, index: number): [number, number, number] {
  const { heading, pitch, roll } = toAttitude(orientationOf(trajectory, index));
  return [heading / DEGREE, pitch / DEGREE, roll / DEGREE];
}

/** All positions. */
export const positionsOf = (trajectory: Trajectory): Vec3[] =>
  Array.from(trajectory.times, (_, k) => positionOf(trajectory, k));
