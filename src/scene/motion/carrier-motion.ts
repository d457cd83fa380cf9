import { emptyRigid, type Rigid } from '../../base/rigid.js';
import { densifyTrajectory } from '../../platform/densify-trajectory.js';
import { createPoseReader } from '../../platform/pose-at.js';
import { KNOT_TURN_MAX } from './drift.js';
import { KnotList } from './knot-list.js';
import type { PlatformLeg } from './part-motion.js';
import type { SampledMotion } from './sampled-motion.js';

/** Before the platform is at the beginning of its next leg, the pose at the end of a leg is kept, seconds. */
const JUMP = 1e-6;

/**
 * The motion of the platform over all its legs, in heights of the world and in order of time: during a leg its true
 * poses, then that at its end until the next leg begins, where it is at once. Without legs it is nowhere. Throws
 * UserError beyond KNOTS_MAX.
 */
export function carrierMotion(ways: readonly PlatformLeg[]): SampledMotion {
  const knots = new KnotList();
  for (const [k, way] of ways.entries()) writeWay(knots, way, ways[k + 1]?.from ?? Number.POSITIVE_INFINITY);
  const isNowhere = knots.count === 0;
  if (isNowhere) knots.push(0, NOWHERE, { isHidden: true });
  // A motion has two knots.
  if (knots.count === 1)
    knots.push(knots.lastTime + 1, ways[0] ? poseIn(ways[0], 0) : NOWHERE, { isHidden: isNowhere });
  return { ...knots.toMotion(), isPlatform: true };
}

const NOWHERE: Rigid = { position: [0, 0, 0], orientation: [0, 0, 0, 1] };

const poseIn = ({ path }: PlatformLeg, time: number) => createPoseReader(path)(time);

/** Adds the knots of a leg, the last of which is kept until `next`, when the next leg begins. */
function writeWay(knots: KnotList, { path, from, to }: PlatformLeg, next: number): void {
  const poseAt = createPoseReader(path);
  const isFollowed = Number.isFinite(next);
  const end = Math.max(from, Math.min(to, next - JUMP));
  const push = (time: number, holds: boolean) => knots.push(time, poseAt(time - from, emptyRigid()), { holds });
  const times = path.kind === 'recorded' ? densifyTrajectory(path.trajectory, KNOT_TURN_MAX).times : START;
  knots.demandRoom(times.length + 1);
  for (const time of times) if (time === 0 || from + time < end) push(from + time, end === from && isFollowed);
  if (end > knots.lastTime) push(end, isFollowed);
}

const START = Float64Array.of(0);
