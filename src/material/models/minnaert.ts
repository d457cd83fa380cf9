import { mapField, numberField } from '../../base/yaml/fields.js';
import { areAbove, type Brdf } from '../brdf.js';
import { type Spectrum, spectrumAt } from '../spectrum/spectrum.js';
import { resolveSpectrum, shareField, unresolveSpectrum } from '../spectrum/spectrum-field.js';
import { analyticModel } from './brdf-model.js';
import { EXPONENT_MAX, modelField } from './model-fields.js';

/** f_r ∝ (cos θ_i cos θ_o)^(k−1) (Minnaert 1941). */
export interface Minnaert {
  readonly model: 'minnaert';
  /** π f_r at normal incidence: the reflectance where k = 1. */
  readonly reflectance: Spectrum;
  /** k: below 1 brighter, above 1 darker towards grazing incidence; at least ½. */
  readonly exponent: number;
}

/** Minnaert's k: below a half, more would come back than arrives. */
const EXPONENT_MIN = 0.5;

const schema = mapField('a surface that darkens or brightens towards its rim', {
  model: modelField('minnaert'),
  reflectance: shareField('Reflectance factor at normal incidence'),
  exponent: numberField('k: below 1 brighter, above 1 darker towards grazing incidence', {
    min: EXPONENT_MIN,
    max: EXPONENT_MAX,
  }),
});

/** A surface that darkens or brightens towards its rim. */
export const minnaert = analyticModel<Minnaert, typeof schema>({
  name: 'minnaert',
  schema,
  examples: [
    { model: 'minnaert', reflectance: { wavelengths: [532, 1064], values: [0.2, 0.6] }, exponent: 1.47 },
    { model: 'minnaert', reflectance: 1, exponent: EXPONENT_MIN },
    { model: 'minnaert', reflectance: 0.3, exponent: 0.7 },
    { model: 'minnaert', reflectance: 1, exponent: 4 },
  ],
  resolve: (definition) => ({ ...definition, reflectance: resolveSpectrum(definition.reflectance) }),
  unresolve: (surface) => ({ ...surface, reflectance: unresolveSpectrum(surface.reflectance) }),
  spectra: ({ reflectance }) => [reflectance],
  isAnisotropic: () => false,
  describe: ({ exponent }) => `Minnaert, k = ${exponent}`,
  brdfAt: ({ reflectance, exponent }, wavelengthNm) => brdfOf(spectrumAt(reflectance, wavelengthNm), exponent),
});

/**
 * A surface that darkens (k = `exponent` > 1) or brightens (½ ≤ k < 1) towards its rim, with π f_r = `reflectance` at
 * normal incidence. Source: Minnaert (1941), "The reciprocity principle in lunar photometry", ApJ 93, 403:
 *   f_r = ρ/π (cos θ_i cos θ_o)^(k−1),   towards the light   f_r = ρ/π cos^(2k−2) θ.
 * It is reciprocal. With k < 1 the law sends back more than arrives near grazing incidence, for any ρ. Cosines are
 * therefore limited to the one at which all of it comes back (`leastCosine`).
 */
function brdfOf(reflectance: number, exponent: number): Brdf {
  const power = exponent - 1;
  const scale = reflectance / Math.PI;
  const least = leastCosine(reflectance, exponent);
  const factor = (cosine: number) => Math.max(least, cosine) ** power;
  return {
    bistatic: (toLight, toEye) => (areAbove(toLight, toEye) ? scale * factor(toLight[2]) * factor(toEye[2]) : 0),
    backscatter: (theta) => scale * factor(Math.max(0, Math.cos(theta))) ** 2,
    isotropic: true,
    unbounded: power < 0,
  };
}

/**
 * The cosine c from which on the law holds. With cosines limited to c, the share of light from there and beyond that
 * comes back is
 *   ρ c^(k−1) (2 − (1 − k) c^(k+1)) / (k + 1)
 * It falls with c and is ρ at c = 1. The result is the c at which it is 1, or 0 if there is none.
 */
function leastCosine(reflectance: number, exponent: number): number {
  if (exponent >= 1) return 0;
  const HALVINGS = 200;
  const share = (c: number) =>
    (reflectance * c ** (exponent - 1) * (2 - (1 - exponent) * c ** (exponent + 1))) / (exponent + 1);
  // Bisects the exponent of c, since c may be anything between 1 and the smallest positive number.
  let [low, high] = [Math.log(Number.MIN_VALUE), 0];
  for (let k = 0; k < HALVINGS; k++) {
    const middle = (low + high) / 2;
    if (share(Math.exp(middle)) > 1) low = middle;
    else high = middle;
  }
  return Math.exp(high);
}
