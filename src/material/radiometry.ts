import type { Interpolation } from './backscatter-cubics.js';

/** Computation of backscatter, the same for a whole survey. */
export interface Radiometry {
  /** Interpolation between the samples of a material over the angles. */
  readonly interpolation: Interpolation;
  /** Whether a material without data at the laser's wavelength is an error instead of a warning. */
  readonly strict: boolean;
  /** brdf: as the materials define; lambert: each as the Lambertian surface of the same albedo, for comparisons. */
  readonly scattering: 'brdf' | 'lambert';
}

export const RADIOMETRY_DEFAULTS: Radiometry = Object.freeze({
  interpolation: 'hermite',
  strict: false,
  scattering: 'brdf',
});
