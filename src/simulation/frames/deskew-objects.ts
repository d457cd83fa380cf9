import type { VectorOut } from '../../base/quaternion.js';
import { composeRigid, emptyRigid, invertRigid, moved, type RigidOut } from '../../base/rigid.js';
import type { PointBatch } from '../../cloud/point-batch.js';
import { bodyPoseAt, createBodyPose, visibleFrom } from '../../scene/motion/motion-pose.js';
import { NO_MOTION, type SceneBodies } from '../points/scene-bodies.js';
import type { TracedPoints } from '../points/traced-points.js';

/** The bodies of a leg, and the scene's clock when its first pulse leaves, seconds. */
export interface LegBodies {
  bodies: SceneBodies;
  sceneTime: number;
}

/**
 * Moves points of bodies, in place, by the motion of each from its own time to `moment`, seconds from the leg's first
 * pulse: with the pose T of the body, a point p hit at time t goes to T(moment) · T(t)⁻¹ · p. If the body comes later,
 * the point goes to where it was then, as the box of the body does. Others stay. Precondition: points lie where they
 * were hit, in the world.
 */
export function deskewObjects(
  { x, y, z, count }: PointBatch,
  { bodies: ofPoints, times }: Pick<TracedPoints, 'bodies' | 'times'>,
  { bodies: { motions }, sceneTime }: LegBodies,
  moment: number,
): void {
  const atMoment = new Map<number, RigidOut>();
  const poseAtMoment = (body: number): RigidOut => {
    const pose = atMoment.get(body) ?? bodyPoseAt(motions[body], visibleFrom(motions[body], sceneTime + moment));
    atMoment.set(body, pose);
    return pose;
  };
  const [pose, motion] = [createBodyPose(), emptyRigid()];
  const place: VectorOut = [0, 0, 0];
  let known = NO_MOTION;
  let then = Number.NaN;
  for (let i = 0; i < count; i++) {
    const body = ofPoints?.[i] ?? NO_MOTION;
    if (body < 0) continue;
    if (body !== known || times[i] !== then) {
      invertRigid(bodyPoseAt(motions[body], sceneTime + times[i], pose), motion);
      composeRigid(poseAtMoment(body), motion, motion);
      known = body;
      then = times[i];
    }
    moved(motion, [x[i], y[i], z[i]], place);
    [x[i], y[i], z[i]] = place;
  }
}
