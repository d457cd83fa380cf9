import { UserError } from '../base/errors.js';
import type { Quaternion } from '../base/quaternion.js';
import type { Vec3 } from '../base/vec3.js';
import type { Trajectory } from './leg.js';

/** Maximum number of poses of one trajectory: 23 hours at 200 Hz, 1 GiB. */
export const POSES_MAX = 2 ** 24;

/** The error for a trajectory with more poses. */
export const tooManyPoses = (most = POSES_MAX): UserError =>
  new UserError(`the path takes more than ${most} poses`, { hint: 'cut it into several' });

const FIRST_CAPACITY = 1024;

/** A trajectory built pose by pose. */
export class PoseList {
  count = 0;
  private times = new Float64Array(FIRST_CAPACITY);
  private positions = new Float64Array(3 * FIRST_CAPACITY);
  private orientations = new Float64Array(4 * FIRST_CAPACITY);

  /** Adds a pose (seconds; world, metres; body to world). Throws UserError beyond POSES_MAX. */
  push(time: number, position: Vec3, orientation: Quaternion): void {
    if (this.count === this.times.length) this.grow();
    this.times[this.count] = time;
    this.positions.set(position, 3 * this.count);
    this.orientations.set(orientation, 4 * this.count);
    this.count++;
  }

  /** Removes the last pose; there must be one. */
  removeLast(): void {
    this.count--;
  }

  /** Time of the last pose; there must be one. */
  get lastTime(): number {
    return this.times[this.count - 1];
  }

  /** The poses so far, in arrays of their own. */
  toTrajectory(): Trajectory {
    return {
      times: this.times.slice(0, this.count),
      positions: this.positions.slice(0, 3 * this.count),
      orientations: this.orientations.slice(0, 4 * this.count),
    };
  }

  private grow(): void {
    const capacity = 2 * this.times.length;
    if (capacity > POSES_MAX) throw tooManyPoses();
    this.times = copyInto(capacity, this.times);
    this.positions = copyInto(3 * capacity, this.positions);
    this.orientations = copyInto(4 * capacity, this.orientations);
  }
}

function copyInto(capacity: number, from: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(capacity);
  larger.set(from);
  return larger;
}
