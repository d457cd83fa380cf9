import { composeRigid, emptyRigid, invertRigid, type Rigid, type RigidOut } from '../../base/rigid.js';
import type { PointBatch } from '../../cloud/point-batch.js';
import type { Coordinates } from '../../survey/bare-survey.js';
import type { LegPoses } from '../../survey/leg-poses.js';
import type { TracedPoints } from './traced-points.js';

/** Placement of points. */
export interface Placement {
  coordinates: Coordinates;
  /**
   * Sensor coordinates of all points are those at this moment, in seconds from the leg's first pulse. Absent: at each
   * point's own time.
   */
  deskewTo?: number;
}

/**
 * The points in the requested coordinates. World: placed by the reported pose. Sensor: as the instrument measured them,
 * unaffected by errors of the report. Deskewed: moved by the reported motion. With the pose T of the scanner, a point p
 * hit at time t is placed at T_reported(t) · T_actual(t)⁻¹ · p. Normals, angles and true positions stay as they are.
 */
export function placePoints(
  { poses, points, times }: Pick<TracedPoints, 'poses' | 'points' | 'times'>,
  placement: Placement,
): PointBatch {
  const motion = motionOf(poses, placement);
  if (motion === undefined) return { ...points };
  const placed = { ...points, x: points.x.slice(), y: points.y.slice(), z: points.z.slice() };
  movePoints(placed, times, motion);
  return placed;
}

/** The same in place: `points` are where they were hit. */
export function placeInPlace(points: PointBatch, times: Float64Array, poses: LegPoses, placement: Placement): void {
  const motion = motionOf(poses, placement);
  if (motion) movePoints(points, times, motion);
}

/** Moves points of a time from the place that was hit to their final place: by filling `out`, or by what it returns. */
type MotionAt = (time: number, out: RigidOut) => Rigid;

function movePoints(points: PointBatch, times: Float64Array, motion: MotionAt | Rigid): void {
  if (typeof motion === 'object') {
    moveRange(points, 0, points.count, motion);
    return;
  }
  const out = emptyRigid();
  for (let first = 0, end = 0; first < points.count; first = end) {
    // The returns of a pulse share their time, and so do pulses fired together.
    const time = times[first];
    do end++;
    while (end < points.count && times[end] === time);
    moveRange(points, first, end, motion(time, out));
  }
}

/** `moved` for points `first` … `end` − 1, without its arrays: this takes a third of the time. */
function moveRange({ x, y, z }: PointBatch, first: number, end: number, { orientation, position }: Rigid): void {
  const [qx, qy, qz, qw] = orientation;
  const [px, py, pz] = position;
  for (let i = first; i < end; i++) {
    const u = x[i];
    const v = y[i];
    const w = z[i];
    const tx = qy * w - qz * v + qw * u;
    const ty = qz * u - qx * w + qw * v;
    const tz = qx * v - qy * u + qw * w;
    x[i] = u + 2 * (qy * tz - qz * ty) + px;
    y[i] = v + 2 * (qz * tx - qx * tz) + py;
    z[i] = w + 2 * (qx * ty - qy * tx) + pz;
  }
}

/** The motion of points to their place, one for all times or at each; undefined if they stay. */
export function motionOf(
  { actual, reported }: LegPoses,
  { coordinates, deskewTo }: Placement,
): MotionAt | Rigid | undefined {
  const toScanner: MotionAt = (time, out) => invertRigid(actual(time, out), out);
  if (coordinates === 'sensor' && deskewTo === undefined) return toScanner;
  const report = emptyRigid();
  const toReport: MotionAt = (time, out) => composeRigid(reported(time, report), toScanner(time, out), out);
  if (coordinates === 'world') return actual === reported ? undefined : toReport;
  const toFrame = invertRigid(reported(deskewTo as number));
  return actual === reported ? toFrame : (time, out) => composeRigid(toFrame, toReport(time, out), out);
}

/** Positions of points, x y z each. */
export function positionsOf({ count, x, y, z }: PointBatch): Float64Array {
  const positions = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    positions[3 * i] = x[i];
    positions[3 * i + 1] = y[i];
    positions[3 * i + 2] = z[i];
  }
  return positions;
}
