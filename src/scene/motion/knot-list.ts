import { UserError } from '../../base/errors.js';
import type { Rigid } from '../../base/rigid.js';
import type { SampledMotion } from './sampled-motion.js';

/** Most knots of one motion. */
export const KNOTS_MAX = 2 ** 24;

/** Throws UserError if so many knots of one motion are beyond `most`. */
export function demandKnots(count: number, most = KNOTS_MAX): void {
  if (!(count <= most))
    throw new UserError(`the motion takes more than ${most} knots`, { hint: 'make it or the survey shorter' });
}

/** What is particular about the time from a knot to the next one. */
interface KnotMarks {
  /** Whether the body keeps the pose until then; absent: no. */
  holds?: boolean;
  /** Whether the body is not there; absent: it is. */
  isHidden?: boolean;
}

/** A motion built knot by knot. */
export class KnotList {
  private readonly times: number[] = [];
  private readonly positions: number[] = [];
  private readonly orientations: number[] = [];
  private readonly holds: number[] = [];
  private readonly visible: number[] = [];
  private readonly most: number;

  /** `most`: knots that it may have. */
  constructor(most = KNOTS_MAX) {
    this.most = most;
  }

  get count(): number {
    return this.times.length;
  }

  /** Time of the last knot; there must be one. */
  get lastTime(): number {
    return this.times[this.times.length - 1];
  }

  /** Throws UserError if so many knots more are too many. */
  demandRoom(more: number): void {
    demandKnots(this.times.length + more, this.most);
  }

  /** Adds a knot, later than the last one. Throws UserError if there are too many. */
  push(time: number, { position, orientation }: Rigid, { holds = false, isHidden = false }: KnotMarks = {}): void {
    this.demandRoom(1);
    const side = this.sideOf(orientation);
    this.times.push(time);
    this.positions.push(...position);
    for (const component of orientation) this.orientations.push(side * component);
    this.holds.push(holds ? 1 : 0);
    this.visible.push(isHidden ? 0 : 1);
  }

  /** The sign with which a quaternion lies on the side of the last one. */
  private sideOf(orientation: readonly number[]): 1 | -1 {
    const at = this.orientations.length - 4;
    let product = 0;
    for (let k = 0; k < 4; k++) product += at < 0 ? 0 : this.orientations[at + k] * orientation[k];
    return product < 0 ? -1 : 1;
  }

  /** Says that the body is not there after the last knot. */
  hideAfterwards(): void {
    this.visible[this.visible.length - 1] = 0;
  }

  /** The knots so far, two at least, as a motion that repeats itself after `period` seconds; absent: it does not. */
  toMotion(period?: number): SampledMotion {
    return {
      times: Float64Array.from(this.times),
      positions: Float64Array.from(this.positions),
      orientations: Float64Array.from(this.orientations),
      ...(this.holds.includes(1) && { holds: Uint8Array.from(this.holds) }),
      ...(this.visible.includes(0) && { visible: Uint8Array.from(this.visible) }),
      ...(period !== undefined && { period }),
    };
  }
}
