/**
 * Values for numbers that a maker does not publish. Without a stated detection limit, the limit is derived from the
 * range. So energy, aperture and efficiency do not affect detection; they only set the scale of the written energies.
 */
export const NOMINAL = Object.freeze({
  /** Joules. */
  pulseEnergy: 1e-6,
  /** Seconds. */
  pulseDuration: 5e-9,
  /** Full 1/e² angle, mrad. */
  divergenceMrad: 3,
  /** Metres; 0: all light leaves from one point. */
  exitDiameter: 0,
  /** Metres. */
  apertureDiameter: 0.05,
  efficiency: 1,
  /** Reflectance of the target that is just detected at the longest range. */
  reflectance: 0.1,
});
