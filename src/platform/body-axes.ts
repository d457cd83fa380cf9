import { fromAxisAngle, multiply, type Quaternion, type QuaternionOut } from '../base/quaternion.js';
import type { Trajectory } from './leg.js';

/**
 * Axes of a body or a sensor: `rfu`, x right, y forward, z up, as everywhere in subray; `flu`, x forward, y left, z up,
 * as in ROS (REP 103) and in KITTI's laser frame.
 */
export const BODY_AXES = ['rfu', 'flu'] as const;
export type BodyAxes = (typeof BODY_AXES)[number];

/** Turns a quarter about z: the axes of `flu` within those of `rfu`, and the other way round. */
const FLU_IN_RFU: Quaternion = Object.freeze([0, 0, Math.SQRT1_2, Math.SQRT1_2]) as Quaternion;
const RFU_IN_FLU: Quaternion = Object.freeze([0, 0, -Math.SQRT1_2, Math.SQRT1_2]) as Quaternion;

/**
 * The orientation of a body with axes `flu`: turned about the world's x by `roll`, y by `pitch` and z by `yaw`, one
 * after the other, radians, counterclockwise (REP 103).
 */
export const fromRollPitchYaw = (roll: number, pitch: number, yaw: number): Quaternion =>
  multiply(fromAxisAngle([0, 0, 1], yaw), multiply(fromAxisAngle([0, 1, 0], pitch), fromAxisAngle([1, 0, 0], roll)));

/** The orientation of a body with axes `rfu`, from that with axes `flu`. */
export const fromFlu = (orientation: Quaternion, out?: QuaternionOut): Quaternion =>
  multiply(orientation, RFU_IN_FLU, out);

/** The orientation of a body with axes `flu`, from that with axes `rfu`. */
export const toFlu = (orientation: Quaternion, out?: QuaternionOut): Quaternion =>
  multiply(orientation, FLU_IN_RFU, out);

/** The orientation of a body within another, both with axes `flu`, from that of both with axes `rfu`. */
export const fluWithin = (orientation: Quaternion): Quaternion => multiply(RFU_IN_FLU, toFlu(orientation));

/** The trajectory of a body with axes `rfu`, from that of one with axes `flu`. */
export function turnedFromFlu(trajectory: Trajectory): Trajectory {
  const orientations = trajectory.orientations.slice();
  for (let k = 0; k < orientations.length; k += 4) {
    const [x, y, z, w] = orientations.subarray(k, k + 4);
    orientations.set(fromFlu([x, y, z, w]), k);
  }
  return { ...trajectory, orientations };
}
