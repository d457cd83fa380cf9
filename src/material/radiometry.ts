import type { Interpolation } from './backscatter-cubics.js';

/** How what surfaces send back is worked out; the same for all of a survey. */
export interface Radiometry {
  /** Between the samples of a material over the angles. */
  readonly interpolation: Interpolation;
  /** A material that is not known at the laser's wavelength is an error, not a warning. */
  readonly strict: boolean;
  /** brdf: as the materials say; lambert: each as the evenly scattering surface of the same albedo, for comparisons. */
  readonly scattering: 'brdf' | 'lambert';
}

export const RADIOMETRY_DEFAULTS: Radiometry = Object.freeze({
  interpolation: 'hermite',
  strict: false,
  scattering: 'brdf',
});
