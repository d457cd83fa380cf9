import type { Rigid } from '../../base/rigid.js';

/** A moment: `after` seconds after the start of a leg, adjusted standard GPS time. */
export interface LegMoment {
  start: number;
  after: number;
}

/** A format of files with the poses of a platform over time, a line for each. */
export interface TrajectoryFormat {
  /** Ending of its paths, with the dot, in lower case. */
  ending: string;
  /** Approximate size, for estimates. */
  bytesPerPose: number;
  /** Text before the first pose. */
  head: string;
  /** The line of a pose from body (x right, y forward, z up) to world, with its line end. */
  line(moment: LegMoment, pose: Rigid): string;
}
