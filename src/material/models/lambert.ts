import { mapField } from '../../base/yaml/fields.js';
import { areAbove, type Brdf } from '../brdf.js';
import { type Spectrum, spectrumAt } from '../spectrum/spectrum.js';
import { resolveSpectrum, shareField, unresolveSpectrum } from '../spectrum/spectrum-field.js';
import { analyticModel } from './brdf-model.js';
import { modelField } from './model-fields.js';

/** f_r = ρ/π. */
export interface Lambert {
  readonly model: 'lambert';
  /** Hemispherical reflectance ρ, 0…1. */
  readonly reflectance: Spectrum;
}

const schema = mapField('a Lambertian surface', {
  model: modelField('lambert'),
  reflectance: shareField('Hemispherical reflectance'),
});

/** A surface that looks the same from everywhere. */
export const lambert = analyticModel<Lambert, typeof schema>({
  name: 'lambert',
  schema,
  examples: [
    { model: 'lambert', reflectance: 1 },
    { model: 'lambert', reflectance: { wavelengths: [532, 1064], values: [0.2, 0.6] } },
  ],
  resolve: (definition) => ({ ...definition, reflectance: resolveSpectrum(definition.reflectance) }),
  unresolve: (surface) => ({ ...surface, reflectance: unresolveSpectrum(surface.reflectance) }),
  spectra: ({ reflectance }) => [reflectance],
  isAnisotropic: () => false,
  describe: () => 'Lambert',
  brdfAt: ({ reflectance }, wavelengthNm) => brdfOf(spectrumAt(reflectance, wavelengthNm)),
});

function brdfOf(reflectance: number): Brdf {
  const value = reflectance / Math.PI;
  return {
    bistatic: (toLight, toEye) => (areAbove(toLight, toEye) ? value : 0),
    backscatter: () => value,
    isotropic: true,
    unbounded: false,
  };
}
