import { choiceField, flagField, mapField } from '../../base/yaml/fields.js';
import { RADIOMETRY_DEFAULTS } from '../../material/radiometry.js';

/** The survey's `radiometry`: how backscatter is computed. */
export const radiometrySchema = mapField('the computation of backscatter', {
  interpolation: choiceField("Between the samples of a material's backscatter over the angles", [
    'hermite',
    'linear',
    'nearest',
  ]).default(RADIOMETRY_DEFAULTS.interpolation),
  strict: flagField(
    "Materials that are not known at the laser's wavelength: true: the survey is refused; false: a warning names each",
  ).default(RADIOMETRY_DEFAULTS.strict),
  scattering: choiceField(
    'brdf: as the materials define; lambert: each as the Lambertian surface of the same albedo, for comparisons',
    ['brdf', 'lambert'],
  ).default(RADIOMETRY_DEFAULTS.scattering),
});
