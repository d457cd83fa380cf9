import { areAbove, type Brdf } from '../brdf.js';

/** A surface of hemispherical reflectance `reflectance`, 0…1, that looks the same from everywhere: f_r = ρ/π. */
export function lambert({ reflectance }: { readonly reflectance: number }): Brdf {
  const value = reflectance / Math.PI;
  return {
    bistatic: (toLight, toEye) => (areAbove(toLight, toEye) ? value : 0),
    backscatter: () => value,
    isotropic: true,
    unbounded: false,
  };
}
