import { mapField, numberField } from '../../base/yaml/fields.js';
import { areAbove, type Brdf, halfVector } from '../brdf.js';
import { type Spectrum, spectrumAt } from '../spectrum/spectrum.js';
import { resolveSpectrum, unresolveSpectrum } from '../spectrum/spectrum-field.js';
import { analyticModel } from './brdf-model.js';
import { demandShares, diffuseField, EXPONENT_MAX, modelField, specularField } from './model-fields.js';

/** A diffuse part and a lobe about the half vector, (n·h)^exponent (Blinn 1977), normalised. */
export interface BlinnPhong {
  readonly model: 'blinn-phong';
  readonly diffuse: Spectrum;
  /** Reflectance of the lobe at normal incidence, 0…1. */
  readonly specular: Spectrum;
  /** At least 0. */
  readonly exponent: number;
}

const schema = mapField('a diffuse part and a round highlight', {
  model: modelField('blinn-phong'),
  diffuse: diffuseField,
  specular: specularField,
  exponent: numberField('Sharpness of the highlight', { min: 0, max: EXPONENT_MAX }),
}).superRefine((definition, context) => demandShares(definition, ['diffuse', 'specular'], context));

/** A diffuse part and a round highlight. */
export const blinnPhong = analyticModel<BlinnPhong, typeof schema>({
  name: 'blinn-phong',
  schema,
  examples: [
    { model: 'blinn-phong', diffuse: { wavelengths: [532, 1064], values: [0.1, 0.5] }, specular: 0.4, exponent: 11 },
    { model: 'blinn-phong', diffuse: 0, specular: 1, exponent: 0 },
    { model: 'blinn-phong', diffuse: 0.3, specular: 0.7, exponent: 40 },
  ],
  resolve: (definition) => ({
    ...definition,
    diffuse: resolveSpectrum(definition.diffuse),
    specular: resolveSpectrum(definition.specular),
  }),
  unresolve: (surface) => ({
    ...surface,
    diffuse: unresolveSpectrum(surface.diffuse),
    specular: unresolveSpectrum(surface.specular),
  }),
  spectra: ({ diffuse, specular }) => [diffuse, specular],
  isAnisotropic: () => false,
  describe: ({ exponent }) => `Blinn-Phong, exponent ${exponent}`,
  brdfAt: ({ diffuse, specular, exponent }, wavelengthNm) =>
    brdfOf(spectrumAt(diffuse, wavelengthNm), spectrumAt(specular, wavelengthNm), exponent),
});

/**
 * A Lambertian part of reflectance `diffuse` and a lobe about the half vector h that reflects the share `specular` of
 * light along the normal; together at most 1. Source: Blinn (1977), "Models of light reflection for computer
 * synthesized pictures":
 *   f_r = ρ_d/π + ρ_s N(e) (n·h)^e,   towards the light h is the direction itself:   f_r = ρ_d/π + ρ_s N(e) cos^e θ.
 * It is reciprocal. At other angles the lobe reflects less than along the normal: about cos² θ of it if it is sharp.
 */
function brdfOf(diffuse: number, specular: number, exponent: number): Brdf {
  const even = diffuse / Math.PI;
  const peak = specular * normalization(exponent);
  return {
    bistatic(toLight, toEye) {
      if (!areAbove(toLight, toEye)) return 0;
      return even + peak * halfVector(toLight, toEye)[2] ** exponent;
    },
    backscatter: (theta) => even + peak * Math.max(0, Math.cos(theta)) ** exponent,
    isotropic: true,
    unbounded: false,
  };
}

/**
 * N (1/sr) for which the lobe reflects all light along the normal: 1/N = ∫ cos^e(θ/2) cos θ dω over the hemisphere,
 * which is 8π (2^(−e/2) + e) / ((e + 2)(e + 4)). For e = 0 it is Lambert's 1/π. The usual (e + 8)/(8π) is its
 * approximation for large e.
 */
const normalization = (e: number) => ((e + 2) * (e + 4)) / (8 * Math.PI * (2 ** (-e / 2) + e));
