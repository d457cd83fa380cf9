/**
 * What stands in for numbers that a maker does not publish. Where no least energy is stated it is derived from the range, so
 * energy, aperture and efficiency cancel out of what is detected; they only set the scale of the energies that are written.
 */
export const NOMINAL = Object.freeze({
  /** Joules. */
  pulseEnergy: 1e-6,
  /** Seconds. */
  pulseDuration: 5e-9,
  /** Full 1/e² angle, mrad. */
  divergenceMrad: 3,
  /** Metres; 0: all light leaves one point. */
  exitDiameter: 0,
  /** Metres. */
  apertureDiameter: 0.05,
  efficiency: 1,
  /** Of the target that is just seen at the longest range. */
  reflectance: 0.1,
});
