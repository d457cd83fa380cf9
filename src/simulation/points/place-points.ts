import { composeRigid, emptyRigid, invertRigid, moved, type Rigid, type RigidOut } from '../../base/rigid.js';
import type { PointBatch } from '../../cloud/point-batch.js';
import type { Coordinates } from '../../survey/survey.js';
import type { LegPoses } from './leg-poses.js';
import type { TracedPoints } from './traced-points.js';

/** Where points are put. */
export interface Placement {
  coordinates: Coordinates;
  /** Sensor coordinates are those of this moment for all points; absent: of each point's own. Seconds from the leg's first pulse. */
  deskewTo?: number;
  /** Points also carry where the beam hit. */
  keepTruePosition?: boolean;
}

/**
 * The points in the coordinates asked for. World: where the report of the pose puts them. Sensor: as the instrument measured them,
 * which no error of the report touches; deskewed: what the reported motion makes of that. A point p that was hit at time t is put
 * at T_reported(t) · T_actual(t)⁻¹ · p, T being poses of the scanner. Normals and angles stay those of the truth.
 */
export function placePoints(
  { poses, points, times }: Pick<TracedPoints, 'poses' | 'points' | 'times'>,
  placement: Placement,
): PointBatch {
  const motion = motionOf(poses, placement);
  const truePosition = placement.keepTruePosition ? { truePosition: positionsOf(points) } : undefined;
  if (motion === undefined) return { ...points, ...truePosition };
  return { ...points, ...movePoints(points, times, motion), ...truePosition };
}

/** What moves points of a time from where they were hit to where they are put; fills `out`, or gives what is always the same. */
type Motion = (time: number, out: RigidOut) => Rigid;

function movePoints(points: PointBatch, times: Float64Array, motion: Motion): Pick<PointBatch, 'x' | 'y' | 'z'> {
  const { count } = points;
  const [x, y, z] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  const [out, point] = [emptyRigid(), [0, 0, 0] as [number, number, number]];
  let [move, time]: [Rigid, number] = [out, Number.NaN];
  for (let i = 0; i < count; i++) {
    // The returns of a pulse share their time, and so do pulses that are fired together.
    if (times[i] !== time) {
      time = times[i];
      move = motion(time, out);
    }
    point[0] = points.x[i];
    point[1] = points.y[i];
    point[2] = points.z[i];
    moved(move, point, point);
    x[i] = point[0];
    y[i] = point[1];
    z[i] = point[2];
  }
  return { x, y, z };
}

/** Undefined where points stay. */
function motionOf({ actual, reported }: LegPoses, { coordinates, deskewTo }: Placement): Motion | undefined {
  const toScanner: Motion = (time, out) => invertRigid(actual(time, out), out);
  if (coordinates === 'sensor' && deskewTo === undefined) return toScanner;
  const report = emptyRigid();
  const toReport: Motion = (time, out) => composeRigid(reported(time, report), toScanner(time, out), out);
  if (coordinates === 'world') return actual === reported ? undefined : toReport;
  const toFrame = invertRigid(reported(deskewTo as number));
  return actual === reported ? () => toFrame : (time, out) => composeRigid(toFrame, toReport(time, out), out);
}

function positionsOf({ count, x, y, z }: PointBatch): Float64Array {
  const positions = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    positions[3 * i] = x[i];
    positions[3 * i + 1] = y[i];
    positions[3 * i + 2] = z[i];
  }
  return positions;
}
