import { dot } from '../../base/vec3.js';
import { areAbove, azimuthCosine, type Brdf, halfVector } from '../brdf.js';
import { fresnelReflectance, type Index, normalReflectance, schlickReflectance } from './fresnel.js';
import { beckmann, ggx } from './microfacets.js';

/** Parameters at one wavelength. */
export interface CookTorranceParameters {
  /** π f_r of what comes from below the facets, at normal incidence; at most 1 − F(0), what they let through. */
  readonly diffuse: number;
  /** Reflectance of the facets at normal incidence, or the refractive index that it follows from. */
  readonly fresnel: number | Index;
  /** Root mean square slope (Beckmann) or α (GGX), above 0. */
  readonly roughness: number;
  readonly distribution: 'beckmann' | 'ggx';
}

/**
 * Mirror-like facets above a diffuse body. Source: Cook and Torrance (1982), «A reflectance model for computer graphics»,
 *   f_r = ρ_d/π · t(θ_i) t(θ_o) + D(n·h) G F(w·h) / (4 cos θ_i cos θ_o),
 * with what has changed since: D has its 1/π, the denominator is 4 (not π), and G is Smith's (`shownAndLit`).
 * Towards the light h = w, so that w·h = 1 and F is that of normal incidence, F(0), at every angle:
 *   f_r = ρ_d/π · t(θ)² + F(0) D(cos θ) / (4 cos² θ (1 + Λ(cos θ))).
 * What comes from below has passed the facets twice: t(θ) = (1 − F(cos θ)) / (1 − F(0)), 1 at most (metals reflect a little less
 * at a slant than along the normal). It is reciprocal.
 */
export function cookTorrance(parameters: CookTorranceParameters): Brdf {
  const { fresnel, roughness, distribution } = parameters;
  const { density, hiding } = distribution === 'ggx' ? ggx(roughness) : beckmann(roughness);
  const normal = typeof fresnel === 'number' ? fresnel : normalReflectance(fresnel);
  const reflected = (cosine: number) =>
    typeof fresnel === 'number' ? schlickReflectance(cosine, normal) : fresnelReflectance(cosine, fresnel);
  const even = Math.min(parameters.diffuse, 1 - normal) / Math.PI;
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
 * The share G of the facets that are both seen and lit, from Smith's Λ of both directions. Facets that are seen from where the light
 * comes from are lit: there G = 1/(1 + Λ), not its square. With the azimuth between both the two become independent. Source: van Ginneken
 * et al. (1998), «Diffuse and specular reflectance from rough surfaces», Appl. Opt. 37; stated by Heitz (2014), «Understanding the
 * masking-shadowing function in microfacet-based BRDFs», JCGT 3(2), §5.
 */
function shownAndLit(one: number, other: number, cosine: number): number {
  const PER_RADIAN = 4.41;
  const apart = PER_RADIAN * Math.acos(cosine);
  return 1 / (1 + Math.max(one, other) + (apart / (1 + apart)) * Math.min(one, other));
}
