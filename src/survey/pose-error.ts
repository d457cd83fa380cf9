import type { Vec3 } from '../base/vec3.js';
import type { Attitude } from '../platform/leg.js';

/**
 * Errors of a navigation solution: the platform takes one pose and reports another, and points are placed by the
 * reported pose. Metres, radians, seconds.
 */
export interface PoseError {
  /** Navigation solutions a second; errors are linear between them. */
  rateHz: number;
  /** The reported pose is the platform's true pose this much later. */
  clockOffset: number;
  /** Noise of each horizontal axis of the world. */
  horizontal: NoiseModel;
  vertical: NoiseModel;
  attitude: { heading: NoiseModel; pitch: NoiseModel; roll: NoiseModel };
  /** Error of the scanner's reported angles on the platform, about the platform's axes. */
  boresight: Attitude;
  /** Error of the scanner's reported position on the platform. */
  leverArm: Vec3;
  /** Whether points also carry the position that the beam hit. */
  keepTruePosition: boolean;
}

/** An error over time, in metres or radians: the sum of four kinds of noise. */
export interface NoiseModel {
  /** Standard deviation of the part drawn anew at every solution. */
  white: number;
  /** Standard deviation of the drift over one second. The drift starts at 0 and grows with the root of time. */
  randomWalk: number;
  /** Standard deviation of the part drawn once for each leg, such as the registration of a station leaves. */
  perLeg: number;
  /** First-order Gauss–Markov process: standard deviation and correlation time. Absent: none. */
  gaussMarkov?: { sigma: number; time: number };
}

const QUIET: NoiseModel = Object.freeze({ white: 0, randomWalk: 0, perLeg: 0 });

/** The report of the true pose. */
export const NO_POSE_ERROR: PoseError = Object.freeze({
  rateHz: 1,
  clockOffset: 0,
  horizontal: QUIET,
  vertical: QUIET,
  attitude: Object.freeze({ heading: QUIET, pitch: QUIET, roll: QUIET }),
  boresight: Object.freeze({ heading: 0, pitch: 0, roll: 0 }),
  leverArm: Object.freeze([0, 0, 0] as const),
  keepTruePosition: false,
});
