import { mapField, numberField } from '../../base/yaml/fields.js';
import { areAbove, azimuthCosine, type Brdf } from '../brdf.js';
import { type Spectrum, spectrumAt } from '../spectrum/spectrum.js';
import { resolveSpectrum, shareField, unresolveSpectrum } from '../spectrum/spectrum-field.js';
import { analyticModel } from './brdf-model.js';
import { modelField, resolveAngle, unresolveAngle } from './model-fields.js';

/** A rough Lambertian surface of V-shaped grooves (Oren and Nayar 1994). */
export interface OrenNayar {
  readonly model: 'oren-nayar';
  /** Reflectance of a groove's facets, 0…1. */
  readonly reflectance: Spectrum;
  /** Standard deviation σ of the facets' slope angle, 0…π/2. */
  readonly roughness: number;
}

const schema = mapField('a rough surface of Lambertian facets', {
  model: modelField('oren-nayar'),
  reflectance: shareField('Reflectance of the faces that make the surface rough'),
  roughness: numberField('Standard deviation of the slope angle of the faces', { unit: 'deg', min: 0, max: 90 }),
});

/** A surface of V-shaped Lambertian grooves. */
export const orenNayar = analyticModel<OrenNayar, typeof schema>({
  name: 'oren-nayar',
  schema,
  examples: [
    { model: 'oren-nayar', reflectance: { wavelengths: [532, 1064], values: [0.2, 0.6] }, roughness: 30 },
    { model: 'oren-nayar', reflectance: 1, roughness: 0 },
    { model: 'oren-nayar', reflectance: 1, roughness: 11 },
    { model: 'oren-nayar', reflectance: 1, roughness: 90 },
  ],
  resolve: ({ model, reflectance, roughness }) => ({
    model,
    reflectance: resolveSpectrum(reflectance),
    roughness: resolveAngle(roughness),
  }),
  unresolve: (surface) => ({
    ...surface,
    reflectance: unresolveSpectrum(surface.reflectance),
    roughness: unresolveAngle(surface.roughness),
  }),
  spectra: ({ reflectance }) => [reflectance],
  isAnisotropic: () => false,
  describe: ({ roughness }) => `Oren-Nayar, slopes of ${Number(unresolveAngle(roughness).toFixed(1))}°`,
  brdfAt: ({ reflectance, roughness }, wavelengthNm) => brdfOf(spectrumAt(reflectance, wavelengthNm), roughness),
});

/**
 * Facets of reflectance `reflectance`, 0…1, with slope angles of standard deviation `roughness`, radians. Source: Oren
 * and Nayar (1994), "Generalization of Lambert's reflectance model", SIGGRAPH, the qualitative model:
 *   f_r = ρ/π (A + B max(0, cos Δφ) sin α tan β),   α, β: the larger and the smaller of the two angles from the normal.
 * Towards the light Δφ = 0 and α = β = θ:
 *   f_r = ρ/π (A + B sin θ tan θ).
 * It is reciprocal. With the published constants, white facets send back up to 1.5 % more than arrives at grazing
 * incidence (about σ = 0.2); the reflectance is limited there (`whitest`).
 */
function brdfOf(reflectance: number, roughness: number): Brdf {
  const variance = roughness ** 2;
  const a = shareAlongNormal(roughness);
  const b = (0.45 * variance) / (variance + 0.09);
  const scale = Math.min(reflectance, whitest(a, b)) / Math.PI;
  return {
    bistatic(toLight, toEye) {
      if (!areAbove(toLight, toEye)) return 0;
      const [low, high] = [Math.max(toLight[2], toEye[2]), Math.min(toLight[2], toEye[2])];
      const towards = Math.max(0, azimuthCosine(toLight, toEye));
      return scale * (a + (b * towards * sineOf(high) * sineOf(low)) / low);
    },
    backscatter: (theta) => scale * (a + b * Math.sin(theta) * Math.tan(theta)),
    isotropic: true,
    unbounded: b > 0,
  };
}

/**
 * A: the reflectance of the whole surface, relative to that of its facets, for a roughness in radians and light along
 * the normal.
 */
export function shareAlongNormal(roughness: number): number {
  const variance = roughness ** 2;
  return 1 - (0.5 * variance) / (variance + 0.33);
}

const sineOf = (cosine: number) => Math.sqrt(Math.max(0, 1 - cosine * cosine));

/**
 * The largest reflectance that sends back no more than arrives. The share of light from θ that leaves is
 *   ρ (A + B s(θ)),   s = (1/π) ∫ max(0, cos φ) sin α tan β cos θ_o dω_o,
 * and s grows from 0 along the normal to ½ at grazing incidence, where sin α tan β = tan θ_o.
 */
const whitest = (a: number, b: number) => 1 / Math.max(1, a + b / 2);
