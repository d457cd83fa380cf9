import { rotate, type VectorOut } from '../../base/quaternion.js';
import { emptyRigid } from '../../base/rigid.js';
import type { Vec3 } from '../../base/vec3.js';
import type { Leg } from '../../platform/leg.js';
import { createPoseReader } from '../../platform/pose-at.js';

/**
 * The angle of a beam from the platform's nadir–zenith plane, radians, positive to the right, as the device has it
 * (wasm/pulse.ts): its sine is the part of the beam along the platform's level right-hand side.
 */
export function scanAngleReader({ path }: Leg): (direction: Vec3, time: number) => number {
  const readPose = createPoseReader(path);
  const pose = emptyRigid();
  const forward: VectorOut = [0, 0, 0];
  return ([x, y], time) => {
    rotate(readPose(time, pose).orientation, [0, 1, 0], forward);
    const level = Math.hypot(forward[0], forward[1]);
    if (level === 0) return 0;
    const sine = (x * forward[1] - y * forward[0]) / level;
    return Math.asin(Math.max(-1, Math.min(1, sine)));
  };
}
