import { dot } from '../../base/vec3.js';
import { choiceField, mapField } from '../../base/yaml/fields.js';
import { areAbove, azimuthCosine, type Brdf, halfVector } from '../brdf.js';
import { type RefractiveIndex, type Spectrum, spectrumAt } from '../spectrum/spectrum.js';
import { refractiveIndexField, resolveSpectrum, shareField, unresolveSpectrum } from '../spectrum/spectrum-field.js';
import { analyticModel } from './brdf-model.js';
import { fresnelReflectance, type Index, normalReflectance, schlickReflectance } from './fresnel.js';
import { beckmann, ggx } from './microfacets.js';
import { demandShares, diffuseField, modelField, slopeField } from './model-fields.js';

/** A diffuse part and a glossy one of microfacets (Cook and Torrance 1982) with Beckmann's or the GGX distribution. */
export interface CookTorrance {
  readonly model: 'cook-torrance';
  /** π f_r of the body below the facets, at normal incidence: at most the share that they transmit. */
  readonly diffuse: Spectrum;
  /** Fresnel reflectance of the facets at normal incidence, 0…1, or the refractive index that defines it. */
  readonly fresnel: Spectrum | RefractiveIndex;
  /** Root mean square slope of the facets (Beckmann), or α (GGX), above 0. */
  readonly roughness: number;
  readonly distribution: 'beckmann' | 'ggx';
}

const schema = mapField('a diffuse part and the gloss of small facets', {
  model: modelField('cook-torrance'),
  diffuse: diffuseField.default(0),
  fresnel: shareField('Reflectance of the facets at normal incidence').optional(),
  index: refractiveIndexField.describe('Refractive index of the facets').optional(),
  roughness: slopeField('Root mean square slope of the facets; with ggx its α'),
  distribution: choiceField('Distribution of the slopes', ['beckmann', 'ggx']).default('beckmann'),
})
  .refine(({ fresnel, index }) => (fresnel === undefined) !== (index === undefined), {
    error: 'either fresnel, or index with n and k',
    path: ['fresnel'],
  })
  .superRefine((definition, context) => demandShares(definition, ['diffuse', 'fresnel'], context));

/** A diffuse part and the gloss of small facets. */
export const cookTorrance = analyticModel<CookTorrance, typeof schema>({
  name: 'cook-torrance',
  schema,
  examples: [
    { model: 'cook-torrance', fresnel: { wavelengths: [532, 1064], values: [0.04, 0.6] }, roughness: 0.2 },
    { model: 'cook-torrance', diffuse: 0.6, fresnel: 0.4, roughness: 2, distribution: 'ggx' },
    { model: 'cook-torrance', diffuse: 1, index: { n: 1.5, k: 0 }, roughness: 0.685 },
    { model: 'cook-torrance', fresnel: 1, roughness: 0.2, distribution: 'ggx' },
    {
      model: 'cook-torrance',
      index: { n: 1.4, k: { wavelengths: [532, 1064], values: [2, 10] } },
      roughness: 0.3,
      distribution: 'ggx',
    },
  ],
  resolve: ({ model, diffuse, fresnel = 0, index, roughness, distribution }) => ({
    model,
    diffuse: resolveSpectrum(diffuse),
    fresnel: index ? { n: resolveSpectrum(index.n), k: resolveSpectrum(index.k) } : resolveSpectrum(fresnel),
    roughness,
    distribution,
  }),
  unresolve({ fresnel, diffuse, ...rest }) {
    const facets = hasIndex(fresnel)
      ? { index: { n: unresolveSpectrum(fresnel.n), k: unresolveSpectrum(fresnel.k) } }
      : { fresnel: unresolveSpectrum(fresnel) };
    return { ...rest, diffuse: unresolveSpectrum(diffuse), ...facets };
  },
  spectra: ({ diffuse, fresnel }) => (hasIndex(fresnel) ? [diffuse, fresnel.n, fresnel.k] : [diffuse, fresnel]),
  isAnisotropic: () => false,
  describe: ({ distribution, roughness }) => `Cook-Torrance, ${distribution}, roughness ${roughness}`,
  brdfAt({ diffuse, fresnel, ...facets }, wavelengthNm) {
    const at = (spectrum: Spectrum) => spectrumAt(spectrum, wavelengthNm);
    const reflectance = hasIndex(fresnel) ? { n: at(fresnel.n), k: at(fresnel.k) } : at(fresnel);
    return brdfOf({ ...facets, diffuse: at(diffuse), fresnel: reflectance });
  },
});

const hasIndex = (fresnel: Spectrum | RefractiveIndex): fresnel is RefractiveIndex =>
  typeof fresnel === 'object' && fresnel !== null && 'n' in fresnel;

/** Parameters at one wavelength. */
interface Parameters extends Pick<CookTorrance, 'roughness' | 'distribution'> {
  readonly diffuse: number;
  readonly fresnel: number | Index;
}

/**
 * Mirror-like facets above a diffuse body. Source: Cook and Torrance (1982), "A reflectance model for computer
 * graphics",
 *   f_r = ρ_d/π · t(θ_i) t(θ_o) + D(n·h) G F(w·h) / (4 cos θ_i cos θ_o),
 * with later corrections: D has its 1/π, the denominator is 4 (not π), and G is Smith's (`shownAndLit`). Towards the
 * light h = w, so that w·h = 1 and F is that of normal incidence, F(0), at every angle:
 *   f_r = ρ_d/π · t(θ)² + F(0) D(cos θ) / (4 cos² θ (1 + Λ(cos θ))).
 * Light from the body has passed the facets twice: t(θ) = (1 − F(cos θ)) / (1 − F(0)), at most 1 (metals reflect
 * slightly less obliquely than along the normal). It is reciprocal.
 */
function brdfOf({ diffuse, fresnel, roughness, distribution }: Parameters): Brdf {
  const { density, hiding } = distribution === 'ggx' ? ggx(roughness) : beckmann(roughness);
  const normal = typeof fresnel === 'number' ? fresnel : normalReflectance(fresnel);
  const reflected = (cosine: number) =>
    typeof fresnel === 'number' ? schlickReflectance(cosine, normal) : fresnelReflectance(cosine, fresnel);
  const even = Math.min(diffuse, 1 - normal) / Math.PI;
  const passed = (cosine: number) => (even > 0 ? Math.min(1, (1 - reflected(cosine)) / (1 - normal)) : 0);
  return {
    bistatic(toLight, toEye) {
      if (!areAbove(toLight, toEye)) return 0;
      const [light, eye] = [toLight[2], toEye[2]];
      const half = halfVector(toLight, toEye);
      const shown = shownAndLit(hiding(light), hiding(eye), azimuthCosine(toLight, toEye));
      const facets = (density(half[2]) * shown * reflected(Math.min(1, dot(toLight, half)))) / (4 * light * eye);
      return even * passed(light) * passed(eye) + facets;
    },
    backscatter(theta) {
      const cosine = Math.cos(theta);
      const facets = (density(cosine) * normal) / (4 * cosine * cosine * (1 + hiding(cosine)));
      return even * passed(cosine) ** 2 + facets;
    },
    isotropic: true,
    unbounded: distribution === 'ggx',
  };
}

/**
 * The share G of the facets that are both seen and lit, from Smith's Λ of both directions. Facets seen from the light
 * are lit: there G = 1/(1 + Λ), not its square. With growing azimuth between the directions, the two become
 * independent. Source: van Ginneken et al. (1998), "Diffuse and specular reflectance from rough surfaces", Appl. Opt.
 * 37; stated by Heitz (2014), "Understanding the masking-shadowing function in microfacet-based BRDFs", JCGT 3(2), §5.
 */
function shownAndLit(one: number, other: number, cosine: number): number {
  const PER_RADIAN = 4.41;
  const apart = PER_RADIAN * Math.acos(cosine);
  return 1 / (1 + Math.max(one, other) + (apart / (1 + apart)) * Math.min(one, other));
}
