import { areAbove, azimuthCosine, type Brdf } from '../brdf.js';

/**
 * A surface of V-shaped Lambertian grooves whose faces have the reflectance `reflectance`, 0…1, and slope angles of standard deviation
 * `roughness`, radians. Source: Oren and Nayar (1994), «Generalization of Lambert's reflectance model», SIGGRAPH, the
 * qualitative model:
 *   f_r = ρ/π (A + B max(0, cos Δφ) sin α tan β),   α, β: the larger and the smaller of both angles from the normal.
 * Towards the light Δφ = 0 and α = β = θ:
 *   f_r = ρ/π (A + B sin θ tan θ).
 * It is reciprocal. The published constants let up to 1.5 % more come back at grazing incidence (about σ = 0.2) than falls on white
 * faces: the reflectance is held where it would (`whitest`).
 */
export function orenNayar(parameters: { readonly reflectance: number; readonly roughness: number }): Brdf {
  const variance = parameters.roughness ** 2;
  const a = shareAlongNormal(parameters.roughness);
  const b = (0.45 * variance) / (variance + 0.09);
  const scale = Math.min(parameters.reflectance, whitest(a, b)) / Math.PI;
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

/** A: what of their reflectance faces of that roughness (radians) give the whole surface, for light along its normal. */
export function shareAlongNormal(roughness: number): number {
  const variance = roughness ** 2;
  return 1 - (0.5 * variance) / (variance + 0.33);
}

const sineOf = (cosine: number) => Math.sqrt(Math.max(0, 1 - cosine * cosine));

/**
 * The largest reflectance with which no more comes back than arrives. Of light from θ the share that leaves is
 *   ρ (A + B s(θ)),   s = (1/π) ∫ max(0, cos φ) sin α tan β cos θ_o dω_o,
 * and s grows from 0 along the normal to ½ at grazing incidence, where sin α tan β = tan θ_o.
 */
const whitest = (a: number, b: number) => 1 / Math.max(1, a + b / 2);
