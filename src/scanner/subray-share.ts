import type { Footprint } from './footprint.js';

/** The part of the footprint represented by a subray. */
export interface SubrayShare {
  /** Its half width (standard deviation) on the axis, in half widths of the beam; 0: the subray is a mere line. */
  width: number;
  /**
   * Growth of the width: at the distance r from the axis, in half widths of the beam, it is exp(growth · r²) times as
   * wide.
   */
  growth: number;
}

/**
 * The share of the footprint of each subray, as a kernel with which the density of the beam is estimated from its
 * subrays: wide enough that the estimate has one maximum, and narrower with their number N. For subrays drawn
 * independently the width falls with N^(−1/5) (Silverman 1986, "Density Estimation", §3.4), for rings, which are spread
 * evenly, faster. The factors are the smallest with which a plane has one return, at any angle, in 99 of 100 pulses.
 * Where the beam is faint, subrays are farther apart, by the inverse root of its density.
 */
export function subrayShare({ pattern, subrays, weights }: Footprint): SubrayShare {
  if (subrays === 1) return { width: 0, growth: 0 };
  const width = pattern === 'disc' ? 0.5 * subrays ** -0.2 : 0.45 * subrays ** -0.3;
  return { width, growth: weights === 'gaussian' ? 1 : 0 };
}
