import { angleBetween } from '../../base/quaternion.js';
import { moved } from '../../base/rigid.js';
import { type Box3, growBox, isEmptyBox, type Vec3 } from '../../base/vec3.js';
import { bodyPoseAt, createBodyPose, knotAt } from './motion-pose.js';
import type { SceneClock } from './part-motion.js';
import type { SampledMotion } from './sampled-motion.js';

/**
 * Grows a world box by all places of a moving body within the time of a run, whose own box is `body`, in its frame.
 * Between two knots a point leaves the line between its places by the height of an arc at most.
 */
export function growBySweep(
  box: Box3,
  body: Box3,
  motion: SampledMotion,
  { from, to }: Pick<SceneClock, 'from' | 'to'>,
): void {
  if (isEmptyBox(body)) return;
  const radius = Math.hypot(...[0, 1, 2].map((axis) => Math.max(-body.min[axis], body.max[axis])));
  const [before, pose] = [createBodyPose(), createBodyPose()];
  let isFirst = true;
  for (const time of momentsOf(motion, from, to)) {
    bodyPoseAt(motion, time, pose);
    const turn = isFirst || motion.holds ? 0 : angleBetween(before.orientation, pose.orientation);
    const bulge = radius * (1 - Math.cos(turn / 2));
    // What is hidden here may have been there until now.
    if (pose.isVisible || (!isFirst && before.isVisible)) growByCorners(box, body, pose, bulge);
    if (bulge > 0 && before.isVisible) growByCorners(box, body, before, bulge);
    Object.assign(before, { ...pose, position: [...pose.position], orientation: [...pose.orientation] });
    isFirst = false;
  }
}

function growByCorners(box: Box3, body: Box3, pose: ReturnType<typeof createBodyPose>, bulge: number): void {
  for (let corner = 0; corner < 8; corner++) {
    const own: Vec3 = [
      (corner & 1 ? body.max : body.min)[0],
      (corner & 2 ? body.max : body.min)[1],
      (corner & 4 ? body.max : body.min)[2],
    ];
    const [x, y, z] = moved(pose, own);
    growBox(box, x - bulge, y - bulge, z - bulge);
    growBox(box, x + bulge, y + bulge, z + bulge);
  }
}

/** Both ends of a time, and the moments of all knots between them, in order; of a motion that repeats, one round. */
export function* momentsOf({ times, period }: SampledMotion, from: number, to: number): Generator<number> {
  yield from;
  if (period === undefined)
    for (let k = knotAt(times, from); k < times.length && times[k] < to; k++) if (times[k] > from) yield times[k];
  if (period !== undefined) yield* roundsOf(times, period, from, to);
  yield to;
}

function* roundsOf(times: Float64Array, period: number, from: number, to: number): Generator<number> {
  const first = Math.max(0, Math.floor((from - times[0]) / period));
  // Two rounds have all knots between two moments of the first one.
  for (let round = first; round < first + 2; round++)
    for (const time of times) {
      const moment = time + round * period;
      if (moment > from && moment < to) yield moment;
    }
}
