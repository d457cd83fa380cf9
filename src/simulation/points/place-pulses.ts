import { rotate, type VectorOut } from '../../base/quaternion.js';
import { emptyRigid, moved } from '../../base/rigid.js';
import type { Vec3 } from '../../base/vec3.js';
import type { PulseList } from '../../engine/cpu/pulse-lister.js';
import type { LegPoses } from '../../survey/leg-poses.js';
import { motionOf, type Placement } from './place-points.js';

/**
 * Pulses whose origins are relative to `frameOrigin` (world), in the requested coordinates, moved as the points of
 * these pulses are.
 */
export function placePulses(
  pulses: PulseList,
  poses: LegPoses,
  frameOrigin: Vec3,
  placement: Placement,
): Pick<PulseList, 'origins' | 'directions'> {
  const origins = pulses.origins.map((value, k) => value + frameOrigin[k % 3]);
  const motion = motionOf(poses, placement);
  if (motion === undefined) return { origins, directions: pulses.directions };
  const directions = new Float32Array(pulses.directions.length);
  const [out, vector]: [ReturnType<typeof emptyRigid>, VectorOut] = [emptyRigid(), [0, 0, 0]];
  for (let k = 0; k < pulses.count; k++) {
    const move = typeof motion === 'object' ? motion : motion(pulses.times[k], out);
    copy(origins, k, vector);
    origins.set(moved(move, vector), 3 * k);
    copy(pulses.directions, k, vector);
    directions.set(rotate(move.orientation, vector), 3 * k);
  }
  return { origins, directions };
}

function copy(array: Float64Array | Float32Array, k: number, out: VectorOut): void {
  for (let axis = 0; axis < 3; axis++) out[axis] = array[3 * k + axis];
}
