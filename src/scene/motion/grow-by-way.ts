import { angleBetween } from '../../base/quaternion.js';
import { moved } from '../../base/rigid.js';
import { type Box3, growBox, length, type Vec3 } from '../../base/vec3.js';
import { bodyPoseAt, createBodyPose } from './motion-pose.js';
import type { SceneClock } from './part-motion.js';
import type { SampledMotion } from './sampled-motion.js';
import { momentsOf } from './swept-box.js';

/** Poses that are written anew at each call. */
const SPARE = [createBodyPose(), createBodyPose()] as const;

/**
 * Grows a world box by the places of a point of a moving body, given in its frame, at both ends of a time and at the
 * knots between them. Returns by how much it may lie beside that box at other moments, metres.
 */
export function growByWay(
  box: Box3,
  point: Vec3,
  motion: SampledMotion,
  { from, to }: Pick<SceneClock, 'from' | 'to'>,
): number {
  let [pose, before] = SPARE;
  let [isFirst, bulge] = [true, 0];
  for (const time of momentsOf(motion, from, to)) {
    bodyPoseAt(motion, time, pose);
    const turn = isFirst || motion.holds ? 0 : angleBetween(before.orientation, pose.orientation);
    bulge = Math.max(bulge, length(point) * (1 - Math.cos(turn / 2)));
    // What is hidden here may have been there until now.
    if (pose.isVisible || (!isFirst && before.isVisible)) growBox(box, ...moved(pose, point));
    if (!isFirst && before.isVisible) growBox(box, ...moved(before, point));
    [pose, before] = [before, pose];
    isFirst = false;
  }
  return bulge;
}
