import { fromAttitude } from '../../base/quaternion.js';
import type { Vec3 } from '../../base/vec3.js';
import type { Attitude, Trajectory } from '../../platform/leg.js';
import { PoseList, tooManyPoses } from '../../platform/pose-list.js';
import { CHORD_ERROR_MAX, KNOT_TURN_MAX } from './drift.js';
import type { MotionCourse } from './part-motion.js';

/** Most poses of a curve through keys: hours of one, and seconds to make. */
const CURVE_POSES_MAX = 2 ** 20;

/** A pose of a part at a moment. */
export interface MotionKey {
  time: number;
  /** Absent in all keys: where the part stands. */
  position?: Vec3;
  attitude: Attitude;
  /** Metres a second; absent: as the keys beside it say. */
  velocity?: Vec3;
}

/** Places and angles of a key: x, y, z, heading, pitch, roll. */
const valuesOf = ({ position = [0, 0, 0], attitude }: MotionKey): number[] => [
  ...position,
  attitude.heading,
  attitude.pitch,
  attitude.roll,
];

/** The first angle among these. */
const ANGLES = 3;

/**
 * The course from key to key, two at least, at rising times: places and angles are linear in time, each angle from its
 * number to the next one, or keep those of a key until the next one.
 */
export function steadyCourse(keys: readonly MotionKey[], isStepped: boolean): MotionCourse {
  const poses = new PoseList();
  pushValues(poses, 0, valuesOf(keys[0]));
  for (let k = 1; k < keys.length; k++) {
    const [from, to] = [valuesOf(keys[k - 1]), valuesOf(keys[k])];
    const step = keys[k].time - keys[k - 1].time;
    const turn = from.reduce((sum, value, c) => sum + (c < ANGLES ? 0 : Math.abs(to[c] - value)), 0);
    const pieces = isStepped ? 1 : Math.max(1, Math.ceil(turn / KNOT_TURN_MAX));
    for (let piece = 1; piece <= pieces; piece++)
      pushValues(
        poses,
        keys[k - 1].time - keys[0].time + (step * piece) / pieces,
        from.map((value, c) => (piece === pieces ? to[c] : value + ((to[c] - value) * piece) / pieces)),
      );
  }
  return courseOfKeys(keys, poses.toTrajectory(), isStepped);
}

/**
 * The smooth course through keys, two at least, at rising times: cubic Hermite curves of places and angles, at rest at
 * both ends unless keys have velocities. They do not overshoot (Fritsch and Carlson 1980, SIAM J. Numer. Anal. 17,
 * 238).
 */
export function smoothCourse(keys: readonly MotionKey[]): MotionCourse {
  const slopes = slopesOf(keys);
  const poses = new PoseList();
  pushValues(poses, 0, valuesOf(keys[0]));
  for (let k = 1; k < keys.length; k++) {
    const cubics = valuesOf(keys[k - 1]).map((from, c) =>
      cubicOf([from, valuesOf(keys[k])[c]], [slopes[k - 1][c], slopes[k][c]], keys[k].time - keys[k - 1].time),
    );
    const pieces = piecesOf(cubics);
    if (poses.count + pieces > CURVE_POSES_MAX) throw tooManyPoses(CURVE_POSES_MAX);
    for (let piece = 1; piece <= pieces; piece++) {
      const share = piece / pieces;
      const time = keys[k - 1].time - keys[0].time + share * (keys[k].time - keys[k - 1].time);
      pushValues(
        poses,
        time,
        cubics.map((cubic) => cubic.at(share)),
      );
    }
  }
  return courseOfKeys(keys, poses.toTrajectory(), false);
}

function pushValues(poses: PoseList, time: number, [x, y, z, heading, pitch, roll]: readonly number[]): void {
  poses.push(time, [x, y, z], fromAttitude(heading, pitch, roll));
}

function courseOfKeys(keys: readonly MotionKey[], poses: Trajectory, isStepped: boolean): MotionCourse {
  const isRelative = keys.every(({ position }) => position === undefined);
  return { ...poses, ...(isRelative && { isRelative }), ...(isStepped && { isStepped }) };
}

/** The rates of places and angles at each key, a second. */
function slopesOf(keys: readonly MotionKey[]): number[][] {
  const values = keys.map(valuesOf);
  const last = keys.length - 1;
  const secant = (k: number, c: number) => (values[k + 1][c] - values[k][c]) / (keys[k + 1].time - keys[k].time);
  const slope = (k: number, c: number): number => {
    if (k === 0 || k === last) return 0;
    const [before, after] = [secant(k - 1, c), secant(k, c)];
    if (before * after <= 0) return 0;
    const mean = (values[k + 1][c] - values[k - 1][c]) / (keys[k + 1].time - keys[k - 1].time);
    return Math.sign(mean) * Math.min(Math.abs(mean), 3 * Math.abs(before), 3 * Math.abs(after));
  };
  return keys.map(({ velocity }, k) => values[k].map((_, c) => velocity?.[c] ?? slope(k, c)));
}

/** A cubic curve over a time, by the share of it. */
interface Cubic {
  at(share: number): number;
  seconds: number;
  /** Bounds of its rate and of the change of its rate, a second. */
  rateMax: number;
  accelerationMax: number;
}

function cubicOf([from, to]: readonly number[], [first, last]: readonly number[], seconds: number): Cubic {
  const [a, b, rise] = [first * seconds, last * seconds, to - from];
  // from + a s + c s² + d s³
  const [c, d] = [3 * rise - 2 * a - b, a + b - 2 * rise];
  return {
    at: (share) => (share === 1 ? to : from + share * (a + share * (c + share * d))),
    seconds,
    rateMax: Math.max(Math.abs(first), Math.abs(last), Math.abs(1.5 * rise - (a + b) / 4) / seconds),
    accelerationMax: Math.max(Math.abs(2 * c), Math.abs(2 * c + 6 * d)) / seconds ** 2,
  };
}

/** Most distant point of a turning body whose place is still right to CHORD_ERROR_MAX, metres. */
const ARM = 10;

/** Number of steps in which curves are followed: by chords of their places and angles, and by 1° of turn. */
function piecesOf(cubics: readonly Cubic[]): number {
  const [{ seconds }] = cubics;
  const [places, angles] = [cubics.slice(0, ANGLES), cubics.slice(ANGLES)];
  const acceleration = Math.hypot(...places.map(({ accelerationMax }) => accelerationMax));
  const sumOf = (key: 'rateMax' | 'accelerationMax') => angles.reduce((sum, cubic) => sum + cubic[key], 0);
  const bend = Math.max(acceleration, ARM * sumOf('accelerationMax'));
  const chords = seconds * Math.sqrt(bend / (8 * CHORD_ERROR_MAX));
  return Math.max(1, Math.ceil(chords), Math.ceil((seconds * sumOf('rateMax')) / KNOT_TURN_MAX));
}
