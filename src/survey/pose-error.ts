import type { Vec3 } from '../base/vec3.js';
import type { Attitude } from '../platform/leg.js';

/**
 * What a navigation solution gets wrong: the platform does one thing and reports another, and points are put where the report
 * says. Metres, radians, seconds.
 */
export interface PoseError {
  /** Solutions a second; between two of them errors go linearly. */
  rateHz: number;
  /** The reported pose is the one that the platform has this much later. */
  clockOffset: number;
  /** Of the three axes of the world. */
  horizontal: NoiseModel;
  vertical: NoiseModel;
  attitude: { heading: NoiseModel; pitch: NoiseModel; roll: NoiseModel };
  /** What the report has too much of the scanner's angles on the platform: about the platform's axes. */
  boresight: Attitude;
  /** What the report has too much of the scanner's position on the platform. */
  leverArm: Vec3;
  /** Points carry the position at which the beam hit. */
  keepTruePosition: boolean;
}

/** An error over time: the sum of three kinds of noise, in metres or radians. */
export interface NoiseModel {
  /** Standard deviation of what is drawn anew at every solution. */
  white: number;
  /** Standard deviation of the drift over one second; it grows with the root of time and starts at 0. */
  randomWalk: number;
  /** First-order Gauss–Markov: standard deviation, and the time over which it forgets. Absent: none. */
  gaussMarkov?: { sigma: number; time: number };
}
