import type { Quaternion } from '../../base/quaternion.js';
import type { Rigid } from '../../base/rigid.js';

/** A moment: `after` seconds after the start of a leg, adjusted standard GPS time. */
export interface LegMoment {
  start: number;
  after: number;
}

/** A pose on the earth: radians and metres above the ellipsoid WGS 84; body to east, north and up at this place. */
export interface EarthPose {
  latitude: number;
  longitude: number;
  height: number;
  orientation: Quaternion;
}

/** The pose on the earth of a body whose pose in the world is given. Throws UserError for one outside its system. */
export type ToEarth = (pose: Rigid) => EarthPose;

/** A format of files with the poses of a platform over time. */
export interface TrajectoryFormat {
  /** Ending of its paths, with the dot, in lower case. */
  ending: string;
  /** Approximate size, for estimates. */
  bytesPerPose: number;
  /** Whether its poses are on the earth; absent: in the world. */
  isGeographic?: boolean;
  /** Begins a file. Precondition: a geographic format has `toEarth`. */
  begin(toEarth?: ToEarth): TrajectoryEncoder;
}

/** A file of poses in the making. */
export interface TrajectoryEncoder {
  /** Content before the first pose. */
  head: Uint8Array;
  /**
   * The content of a pose from body (x right, y forward, z up) to world; valid until the next call. Moments rise.
   */
  encode(moment: LegMoment, pose: Rigid): Uint8Array;
}

/** A format of text, a line for each pose. */
export interface LineFormat {
  ending: string;
  bytesPerPose: number;
  /** Text before the first pose. */
  head: string;
  /** The line of a pose from body (x right, y forward, z up) to world, with its line end. */
  line(moment: LegMoment, pose: Rigid): string;
}

/** The format whose files are a head and lines of text. */
export function lineTrajectory({ ending, bytesPerPose, head, line }: LineFormat): TrajectoryFormat {
  const encoder = new TextEncoder();
  const encode: TrajectoryEncoder['encode'] = (moment, pose) => encoder.encode(line(moment, pose));
  return { ending, bytesPerPose, begin: () => ({ head: encoder.encode(head), encode }) };
}
