import { composeRigid, emptyRigid, invertRigid, moved, type Rigid, type RigidOut } from '../../base/rigid.js';
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

/**
 * Moves points of a time from the place that was hit to their final place. Fills `out`, or returns a constant motion.
 */
type Motion = (time: number, out: RigidOut) => Rigid;

function movePoints({ count, x, y, z }: PointBatch, times: Float64Array, motion: Motion): void {
  const [out, point] = [emptyRigid(), [0, 0, 0] as [number, number, number]];
  let [move, time]: [Rigid, number] = [out, Number.NaN];
  for (let i = 0; i < count; i++) {
    // The returns of a pulse share their time, and so do pulses fired together.
    if (times[i] !== time) {
      time = times[i];
      move = motion(time, out);
    }
    point[0] = x[i];
    point[1] = y[i];
    point[2] = z[i];
    moved(move, point, point);
    x[i] = point[0];
    y[i] = point[1];
    z[i] = point[2];
  }
}

/** The motion of points to their place; undefined if they stay. */
export function motionOf({ actual, reported }: LegPoses, { coordinates, deskewTo }: Placement): Motion | undefined {
  const toScanner: Motion = (time, out) => invertRigid(actual(time, out), out);
  if (coordinates === 'sensor' && deskewTo === undefined) return toScanner;
  const report = emptyRigid();
  const toReport: Motion = (time, out) => composeRigid(reported(time, report), toScanner(time, out), out);
  if (coordinates === 'world') return actual === reported ? undefined : toReport;
  const toFrame = invertRigid(reported(deskewTo as number));
  return actual === reported ? () => toFrame : (time, out) => composeRigid(toFrame, toReport(time, out), out);
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
