import { angleBetween, type Quaternion, slerp } from '../../base/quaternion.js';
import type { Trajectory } from '../leg.js';
import { orientationOf, positionOf } from '../pose-at.js';
import { PoseList, tooManyPoses } from '../pose-list.js';
import { type RotationOrder, rotationOf } from '../rotation-order.js';

/** Interpolation of attitudes between two poses: at a constant rate, the shorter way, or each angle by itself. */
export const ATTITUDES_BETWEEN = ['rotation', 'angles'] as const;
export type AttitudesBetween = (typeof ATTITUDES_BETWEEN)[number];

/** Largest deviation of attitudes between inserted poses, radians. */
const TOLERANCE = 1e-6;
/** Largest change of an angle from one inserted pose to the next, radians. */
const STEP_MAX = Math.PI / 8;
const POSES_BETWEEN_MAX = 1e6;

/** The three angles of each pose of a trajectory, radians, from which the attitudes between them are made. */
export class PoseAngles {
  private readonly order: RotationOrder;
  /** Roll, pitch and heading of each pose. */
  readonly angles: number[] = [];

  constructor(order: RotationOrder) {
    this.order = order;
  }

  /** Sets roll, pitch and heading of pose `index`. */
  set(index: number, angles: readonly number[]): void {
    for (let k = 0; k < 3; k++) this.angles[3 * index + k] = angles[k];
  }

  /** Angles of these poses alone. */
  only(poses: readonly number[]): PoseAngles {
    const picked = new PoseAngles(this.order);
    for (const [k, pose] of poses.entries()) picked.set(k, this.angles.slice(3 * pose, 3 * pose + 3));
    return picked;
  }

  /**
   * The trajectory with poses inserted where its attitudes would otherwise be more than 10⁻⁶ rad from those whose
   * angles are linear in time. Angles that change by more than a whole turn do turn that far. Throws UserError beyond
   * POSES_MAX.
   */
  fill(trajectory: Trajectory): Trajectory {
    const poses = new PoseList();
    const { times } = trajectory;
    for (let k = 0; k < times.length; k++) {
      poses.push(times[k], positionOf(trajectory, k), orientationOf(trajectory, k));
      if (k + 1 < times.length) this.insert(poses, trajectory, k);
    }
    return poses.count === times.length ? trajectory : poses.toTrajectory();
  }

  /** Adds the poses between pose k and the next. */
  private insert(poses: PoseList, trajectory: Trajectory, k: number): void {
    const pieces = this.pieces(k);
    if (pieces > POSES_BETWEEN_MAX) throw tooManyPoses();
    const { times } = trajectory;
    const [from, to] = [positionOf(trajectory, k), positionOf(trajectory, k + 1)];
    for (let piece = 1; piece < pieces; piece++) {
      const share = piece / pieces;
      const mix = (a: number, b: number) => a + share * (b - a);
      const position = [mix(from[0], to[0]), mix(from[1], to[1]), mix(from[2], to[2])] as const;
      const time = mix(times[k], times[k + 1]);
      // Times so near to each other that none is between them leave no room for a pose.
      if (time > poses.lastTime && time < times[k + 1]) poses.push(time, position, this.at(k, share));
    }
  }

  /** The attitude at a share of the way from pose k to the next. */
  private at(k: number, share: number): Quaternion {
    const angle = (axis: number) => {
      const at = 3 * k + axis;
      return this.angles[at] + share * (this.angles[at + 3] - this.angles[at]);
    };
    return rotationOf(this.order, angle(0), angle(1), angle(2));
  }

  /**
   * Pieces of the way from pose k to the next. The deviation is largest near the middle of a piece, and falls with the
   * square of their number.
   */
  private pieces(k: number): number {
    const largest = Math.max(
      ...[0, 1, 2].map((axis) => Math.abs(this.angles[3 * k + 3 + axis] - this.angles[3 * k + axis])),
    );
    const least = Math.max(1, Math.ceil(largest / STEP_MAX));
    const off = deviation(this.at(k, 0), this.at(k, 0.5 / least), this.at(k, 1 / least));
    return least * Math.max(1, Math.ceil(Math.sqrt(off / TOLERANCE)));
  }
}

/** Angle between `middle` and the middle of the rotation from `a` to `b`, radians. */
const deviation = (a: Quaternion, middle: Quaternion, b: Quaternion): number => angleBetween(slerp(a, b, 0.5), middle);
