import { fromAttitude, fromAxisAngle, multiply, type Quaternion } from '../base/quaternion.js';

/** Conventions by which three angles form an attitude. */
export const ROTATION_ORDERS = ['heading-pitch-roll', 'arinc705', 'canonical'] as const;
export type RotationOrder = (typeof ROTATION_ORDERS)[number];

/**
 * The rotation of a body (x right, y forward, z up) into the world by `roll`, `pitch` and `heading` (radians).
 * heading-pitch-roll: heading clockwise from +y, then pitch nose up, then roll right side down:
 * Rz(−heading)·Rx(pitch)·Ry(roll). arinc705: the same senses in the order Rz(−heading)·Ry(roll)·Rx(pitch). canonical:
 * Rx(roll)·Ry(pitch)·Rz(heading). The last two are those in which HELIOS++ reads trajectories (its options ARINC 705
 * and CANONICAL).
 */
export function rotationOf(order: RotationOrder, roll: number, pitch: number, heading: number): Quaternion {
  if (order === 'heading-pitch-roll') return fromAttitude(heading, pitch, roll);
  if (order === 'arinc705') return multiply(aboutZ(-heading), multiply(aboutY(roll), aboutX(pitch)));
  return multiply(aboutX(roll), multiply(aboutY(pitch), aboutZ(heading)));
}

const aboutX = (angle: number): Quaternion => fromAxisAngle([1, 0, 0], angle);
const aboutY = (angle: number): Quaternion => fromAxisAngle([0, 1, 0], angle);
const aboutZ = (angle: number): Quaternion => fromAxisAngle([0, 0, 1], angle);
