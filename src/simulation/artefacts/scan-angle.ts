import { rotate, type VectorOut } from '../../base/quaternion.js';
import { emptyRigid } from '../../base/rigid.js';
import type { Vec3 } from '../../base/vec3.js';
import type { Leg } from '../../platform/leg.js';
import { createPoseReader } from '../../platform/pose-at.js';

/**
 * The angle of a beam from straight down, radians, to the platform's level right-hand side, ±π straight up, as the
 * device has it (wasm/pulse.ts): the scan angle of the ASPRS LAS Specification 1.4 – R15, table 10.
 */
export function scanAngleReader({ path }: Leg): (direction: Vec3, time: number) => number {
  const readPose = createPoseReader(path);
  const pose = emptyRigid();
  const forward: VectorOut = [0, 0, 0];
  return ([x, y, z], time) => {
    rotate(readPose(time, pose).orientation, [0, 1, 0], forward);
    const level = Math.hypot(forward[0], forward[1]);
    const right = level === 0 ? 0 : (x * forward[1] - y * forward[0]) / level;
    return Math.atan2(right, -z);
  };
}
