import { dot } from '../../base/vec3.js';
import { mapField, numberField } from '../../base/yaml/fields.js';
import { areAbove, type Brdf } from '../brdf.js';
import { linearSpectrumAt, type Spectrum } from '../spectrum/spectrum.js';
import { brightnessField, resolveSpectrum, unresolveSpectrum } from '../spectrum/spectrum-field.js';
import { analyticModel } from './brdf-model.js';
import { EXPONENT_MAX, modelField } from './model-fields.js';

/** HELIOS++'s surface: a diffuse part and Phong's lobe, not normalised. */
export interface HeliosPhong {
  readonly model: 'helios-phong';
  /** π f_r cos θ at normal incidence; in HELIOS++ a fraction or a percentage, so it may exceed 1. */
  readonly reflectance: Spectrum;
  /** Part of it in the lobe, 0…1. */
  readonly specularity: number;
  /** Sharpness of the lobe, at least 0. */
  readonly exponent: number;
}

const schema = mapField('a surface of HELIOS++', {
  model: modelField('helios-phong'),
  reflectance: brightnessField('Reflectance at normal incidence, which may exceed 1'),
  specularity: numberField('Part of it in the highlight', { min: 0, max: 1 }),
  exponent: numberField('Sharpness of the highlight', { min: 0, max: EXPONENT_MAX }),
});

/** HELIOS++'s surface, for comparisons with it: the lobe is not normalised, so that more may come back than arrives. */
export const heliosPhong = analyticModel<HeliosPhong, typeof schema>({
  name: 'helios-phong',
  schema,
  examples: [
    {
      model: 'helios-phong',
      reflectance: { wavelengths: [532, 1064], values: [0.2, 0.6] },
      specularity: 0.3,
      exponent: 10,
    },
    { model: 'helios-phong', reflectance: 1, specularity: 0, exponent: 10 },
    { model: 'helios-phong', reflectance: 0.5, specularity: 1, exponent: 0 },
    { model: 'helios-phong', reflectance: 0.5, specularity: 1, exponent: 40 },
  ],
  resolve: (definition) => ({ ...definition, reflectance: resolveSpectrum(definition.reflectance) }),
  unresolve: (surface) => ({ ...surface, reflectance: unresolveSpectrum(surface.reflectance) }),
  spectra: ({ reflectance }) => [reflectance],
  isAnisotropic: () => false,
  describe: ({ specularity, exponent }) => `HELIOS++'s Phong, specularity ${specularity}, exponent ${exponent}`,
  brdfAt: ({ reflectance, specularity, exponent }, wavelengthNm) =>
    brdfOf(linearSpectrumAt(reflectance, wavelengthNm), specularity, exponent),
});

/**
 * HELIOS++ 2.2.2, EnergyMaths::computeBDRF, towards the light: π f_r cos θ = ρ ((1 − s) cos θ + s |cos 2θ|^e). For
 * other directions, of which it has none, the lobe of Neumann et al. (1999), "Compact metallic reflectance models":
 *   f_r = ρ/π ((1 − s) + s |r·o|^e / max(cos θ_i, cos θ_o)),   r: the direction to the light mirrored at the normal,
 * which is the same towards the light, and reciprocal. Up to ρ (1 + s) of the light is scattered.
 */
function brdfOf(reflectance: number, specularity: number, exponent: number): Brdf {
  const scale = reflectance / Math.PI;
  const lobe = (cosineOfMirrored: number, cosine: number) =>
    specularity === 0 ? 0 : (specularity * Math.abs(cosineOfMirrored) ** exponent) / cosine;
  return {
    bistatic(toLight, toEye) {
      if (!areAbove(toLight, toEye)) return 0;
      const mirrored = 2 * toLight[2] * toEye[2] - dot(toLight, toEye);
      return scale * (1 - specularity + lobe(mirrored, Math.max(toLight[2], toEye[2])));
    },
    backscatter: (theta) => scale * (1 - specularity + lobe(Math.cos(2 * theta), Math.cos(theta))),
    isotropic: true,
    unbounded: specularity > 0,
  };
}
