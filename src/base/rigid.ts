import { conjugate, multiply, type Quaternion, type QuaternionOut, rotate, type VectorOut } from './quaternion.js';
import type { Vec3 } from './vec3.js';

/** A rigid motion, or the pose of one frame in another: rotated by `orientation`, then translated by `position`. */
export interface Rigid {
  readonly position: Vec3;
  readonly orientation: Quaternion;
}

/** A motion that receives a result; it may be one of the arguments. */
export interface RigidOut {
  position: VectorOut;
  orientation: QuaternionOut;
}

/** The identity motion. */
export const emptyRigid = (): RigidOut => ({ position: [0, 0, 0], orientation: [0, 0, 0, 1] });

/** The motion that applies `b` first, then `a`; for poses: the pose of a frame at `b` within a frame at `a`. */
export function composeRigid(a: Rigid, b: Rigid, out: RigidOut = emptyRigid()): RigidOut {
  moved(a, b.position, out.position);
  multiply(a.orientation, b.orientation, out.orientation);
  return out;
}

/** The inverse motion. */
export function invertRigid({ position, orientation }: Rigid, out: RigidOut = emptyRigid()): RigidOut {
  conjugate(orientation, out.orientation);
  rotate(out.orientation, position, out.position);
  for (let k = 0; k < 3; k++) out.position[k] = -out.position[k];
  return out;
}

/** The point `p` after the motion; for a pose: `p`, given in the frame, in the frame of the pose. */
export function moved({ position, orientation }: Rigid, p: Vec3, out: VectorOut = [0, 0, 0]): Vec3 {
  const x = position[0];
  const y = position[1];
  const z = position[2];
  rotate(orientation, p, out);
  out[0] += x;
  out[1] += y;
  out[2] += z;
  return out;
}
