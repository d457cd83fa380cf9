import { areAbove, type Brdf, halfVector } from '../brdf.js';

/**
 * A Lambertian part of reflectance `diffuse` and a lobe about the half vector h that reflects `specular` of what falls upon it along
 * the normal; together 1 at most. Source: Blinn (1977), «Models of light reflection for computer synthesized pictures»:
 *   f_r = ρ_d/π + ρ_s N(e) (n·h)^e,   towards the light h is the direction itself:   f_r = ρ_d/π + ρ_s N(e) cos^e θ.
 * It is reciprocal. From other angles the lobe reflects less than along the normal: about cos² θ of it where it is sharp.
 */
export function blinnPhong(parameters: {
  readonly diffuse: number;
  readonly specular: number;
  readonly exponent: number;
}): Brdf {
  const { exponent } = parameters;
  const even = parameters.diffuse / Math.PI;
  const peak = parameters.specular * normalization(exponent);
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
 * N (1/sr) for which the lobe reflects all that falls along the normal: 1/N = ∫ cos^e(θ/2) cos θ dω over the hemisphere, which is
 * 8π (2^(−e/2) + e) / ((e + 2)(e + 4)). For e = 0 it is Lambert's 1/π. The usual (e + 8)/(8π) is its approximation for large e.
 */
const normalization = (e: number) => ((e + 2) * (e + 4)) / (8 * Math.PI * (2 ** (-e / 2) + e));
