import { createTurn, fromAttitude, type Quaternion, type Turn, turnAt } from '../base/quaternion.js';
import { emptyRigid, type RigidOut } from '../base/rigid.js';
import { length, subtract, type Vec3 } from '../base/vec3.js';
import type { Leg, StraightPath, Trajectory } from './leg.js';

/** Position of a body (x right, y forward, z up) in the world, metres, and its orientation, body to world. */
export type Pose = RigidOut;

/** The pose at `time` (seconds from the start of the path), written to `out` if given. */
export type PoseReader = (time: number, out?: Pose) => Pose;

/**
 * The pose on `path` at `time`, seconds from its start, written to `out` if given. A straight path continues before its
 * start and after its end; a recorded one is held at its first and last pose.
 *
 * @example
 * ```ts
 * const { position } = poseAt(survey.legs[0].path, 1.5);
 * ```
 */
export function poseAt(path: Leg['path'], time: number, out?: Pose): Pose {
  return createPoseReader(path)(time, out);
}

/**
 * Creates a reader for many poses of one path. Reading costs next to nothing as long as times rise, and a binary search
 * otherwise.
 *
 * @example
 * ```ts
 * const readPose = createPoseReader(survey.legs[0].path);
 * for (let time = 0; time < 10; time += 0.1) show(readPose(time));
 * ```
 */
export function createPoseReader(path: Leg['path']): PoseReader {
  if (path.kind === 'recorded') return recordedReader(path.trajectory);
  const { heading, pitch, roll } = path.attitude;
  const orientation = fromAttitude(heading, pitch, roll);
  const [start, velocity] = path.kind === 'station' ? [path.position, STANDING] : [path.from, velocityOf(path)];
  return (time, out = emptyRigid()) => {
    for (let k = 0; k < 3; k++) out.position[k] = start[k] + velocity[k] * time;
    for (let k = 0; k < 4; k++) out.orientation[k] = orientation[k];
    return out;
  };
}

/** Whether the orientation of a body changes on a path. */
export const turns = ({ kind }: Leg['path']): boolean => kind === 'recorded';

const STANDING: Vec3 = [0, 0, 0];

/** The number of the interval [times[i], times[i + 1]] that contains `time`; outside, the first or last. */
export function intervalAt(times: Float64Array, time: number): number {
  let [low, high] = [0, times.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Pose `index` of a trajectory. */
export const positionOf = ({ positions }: Trajectory, index: number): Vec3 => [
  positions[3 * index],
  positions[3 * index + 1],
  positions[3 * index + 2],
];

/** Orientation of pose `index` of a trajectory. */
export const orientationOf = ({ orientations }: Trajectory, index: number): Quaternion => [
  orientations[4 * index],
  orientations[4 * index + 1],
  orientations[4 * index + 2],
  orientations[4 * index + 3],
];

/** Metres a second along a straight path. */
export function velocityOf({ from, to, speed }: StraightPath): Vec3 {
  const way = subtract(to, from);
  const rate = speed / length(way);
  return [way[0] * rate, way[1] * rate, way[2] * rate];
}

/** Intervals that are stepped over one by one before a new search starts. */
const STEPS_MAX = 8;

function recordedReader(trajectory: Trajectory): PoseReader {
  const { times } = trajectory;
  let interval = 0;
  let stretch = stretchOf(trajectory, interval);
  return (time, out = emptyRigid()) => {
    const found = intervalNear(times, time, interval);
    if (found !== interval) {
      interval = found;
      stretch = stretchOf(trajectory, interval);
    }
    return interpolate(stretch, time, out);
  };
}

/** The result of intervalAt, found faster if `time` lies in interval `guess` or shortly after it. */
function intervalNear(times: Float64Array, time: number, guess: number): number {
  const last = times.length - 2;
  if (time < times[guess]) return intervalAt(times, time);
  for (let interval = guess; interval <= guess + STEPS_MAX; interval++)
    if (interval >= last || time < times[interval + 1]) return interval;
  return intervalAt(times, time);
}

/** The motion from one pose to the next: the position is linear in time, and the attitude turns at a constant rate. */
interface Stretch {
  start: number;
  end: number;
  from: Vec3;
  way: Vec3;
  turn: Turn;
}

function stretchOf(trajectory: Trajectory, interval: number): Stretch {
  const from = positionOf(trajectory, interval);
  return {
    start: trajectory.times[interval],
    end: trajectory.times[interval + 1],
    from,
    way: subtract(positionOf(trajectory, interval + 1), from),
    turn: createTurn(orientationOf(trajectory, interval), orientationOf(trajectory, interval + 1)),
  };
}

function interpolate({ start, end, from, way, turn }: Stretch, time: number, out: Pose): Pose {
  const t = Math.min(1, Math.max(0, (time - start) / (end - start)));
  for (let k = 0; k < 3; k++) out.position[k] = from[k] + way[k] * t;
  turnAt(turn, t, out.orientation);
  return out;
}
