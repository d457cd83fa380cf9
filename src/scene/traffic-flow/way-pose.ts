import type { Affine } from '../../base/affine.js';
import { fromAxisAngle } from '../../base/quaternion.js';
import type { Rigid } from '../../base/rigid.js';
import type { Vec3 } from '../../base/vec3.js';
import type { RoadUser, TrafficWay } from './traffic-plan.js';

const UP: Vec3 = [0, 0, 1];

/** A way through points x, y, z [m], one after the other apart; `unseen`: metres of its round behind its end. */
export function wayThrough(points: readonly Vec3[], unseen = 0): TrafficWay {
  const along = new Float64Array(points.length);
  for (let k = 1; k < points.length; k++)
    along[k] = along[k - 1] + Math.hypot(points[k][0] - points[k - 1][0], points[k][1] - points[k - 1][1]);
  return { points: Float64Array.from(points.flat()), along, round: along[along.length - 1] + unseen };
}

/** Length of a way on which its movers are seen, metres. */
export const seenLength = ({ along }: TrafficWay): number => along[along.length - 1];

/** Whether a way ends where it begins. */
export const isClosed = (way: TrafficWay): boolean => way.round === seenLength(way);

/** Where a mover is in its model at the moment 0; one that is not there yet is at the begin or end of its way. */
export function placeOfMover(way: TrafficWay, { along, left, front, back }: RoadUser): Affine {
  const at = Math.min(Math.max(along, back), seenLength(way) - front);
  const { position, orientation } = poseOnWay(way, isClosed(way) ? along : at, left);
  const [sin, cos] = [2 * orientation[2] * orientation[3], 1 - 2 * orientation[2] ** 2];
  return [cos, -sin, 0, position[0], sin, cos, 0, position[1], 0, 0, 1, position[2]];
}

/**
 * The pose at a place of a way, at the ends of the way beyond them: `left` metres beside its line, at the height of the
 * line, level, with the x axis along it. The heading goes evenly from point to point, where it is that between both
 * segments.
 */
export function poseOnWay(way: TrafficWay, place: number, left = 0): Rigid {
  const { points, along, round } = way;
  const at = isClosed(way) && place >= round ? place - round : place;
  const k = segmentAt(along, at);
  const share = Math.min(1, Math.max(0, (at - along[k]) / (along[k + 1] - along[k])));
  const mix = (axis: number) => {
    const from = points[3 * k + axis];
    return from + share * (points[3 * k + 3 + axis] - from);
  };
  const from = headingAt(way, k);
  const turn = headingAt(way, k + 1) - from;
  const heading = from + share * (turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI)));
  const position: Vec3 = [mix(0) - left * Math.sin(heading), mix(1) + left * Math.cos(heading), mix(2)];
  return { position, orientation: fromAxisAngle(UP, heading) };
}

/** The segment of a place, by halving. */
function segmentAt(along: Float64Array, at: number): number {
  let [low, high] = [0, along.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (along[middle] <= at) low = middle;
    else high = middle;
  }
  return low;
}

/** Heading at point `k`, radians from x: along the line from the point before it to the one behind it. */
function headingAt(way: TrafficWay, k: number): number {
  const { points, along } = way;
  const last = along.length - 1;
  const isRound = isClosed(way);
  // A closed way has its first point twice.
  const before = k > 0 ? k - 1 : isRound ? last - 1 : 0;
  const after = k < last ? k + 1 : isRound ? 1 : last;
  return Math.atan2(points[3 * after + 1] - points[3 * before + 1], points[3 * after] - points[3 * before]);
}
