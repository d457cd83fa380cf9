/*
 * Axes of bodies: `rfu`, x right, y forward, z up, as everywhere in subray; `flu`, x forward, y left, z up, as in ROS
 * (REP 103), in KITTI and on the platforms of nuScenes.
 */
import { wrapAngle } from './angle.js';
import { fromAxisAngle, multiply, type Quaternion, type QuaternionOut, toAttitude } from './quaternion.js';

/** Turns a quarter about z: the axes of `flu` within those of `rfu`, and the other way round. */
const FLU_IN_RFU: Quaternion = Object.freeze([0, 0, Math.SQRT1_2, Math.SQRT1_2]) as Quaternion;
const RFU_IN_FLU: Quaternion = Object.freeze([0, 0, -Math.SQRT1_2, Math.SQRT1_2]) as Quaternion;

/** The orientation of a body with axes `rfu`, from that with axes `flu`. */
export const fromFlu = (orientation: Quaternion, out?: QuaternionOut): Quaternion =>
  multiply(orientation, RFU_IN_FLU, out);

/** The orientation of a body with axes `flu`, from that with axes `rfu`. */
export const toFlu = (orientation: Quaternion, out?: QuaternionOut): Quaternion =>
  multiply(orientation, FLU_IN_RFU, out);

/** The orientation of a body within another, both with axes `flu`, from that of both with axes `rfu`. */
export const fluWithin = (orientation: Quaternion): Quaternion => multiply(RFU_IN_FLU, toFlu(orientation));

/**
 * The orientation of a body with axes `flu`: turned about the world's x by `roll`, y by `pitch` and z by `yaw`, one
 * after the other, radians, counterclockwise (REP 103).
 */
export const fromRollPitchYaw = (roll: number, pitch: number, yaw: number): Quaternion =>
  multiply(fromAxisAngle([0, 0, 1], yaw), multiply(fromAxisAngle([0, 1, 0], pitch), fromAxisAngle([1, 0, 0], roll)));

/** The angles from which fromRollPitchYaw makes `q`: roll and yaw −π…π, pitch −π/2…π/2; see toAttitude for ±π/2. */
export function toRollPitchYaw(q: Quaternion): { roll: number; pitch: number; yaw: number } {
  const { heading, pitch, roll } = toAttitude(fromFlu(q));
  return { roll, pitch: -pitch, yaw: wrapAngle(Math.PI / 2 - heading) };
}
