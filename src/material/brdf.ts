import { dot, normalize, type Vec3 } from '../base/vec3.js';

/**
 * An analytic model with its parameters at one wavelength. Directions are unit vectors away from the surface, in its
 * frame: x along the tangent, z along the normal. At and below the horizon it scatters nothing.
 */
export interface Brdf {
  /** f_r (1/sr) of light from `toLight` that leaves along `toEye`. */
  bistatic(toLight: Vec3, toEye: Vec3): number;
  /** f_r (1/sr) back towards the light: at `theta` from the normal, 0…π/2, and azimuth `phi` from the tangent. */
  backscatter(theta: number, phi: number): number;
  /** Whether it is the same at every azimuth. */
  readonly isotropic: boolean;
  /** Whether `backscatter` grows without bound towards grazing incidence, while its product with cos θ does not. */
  readonly unbounded: boolean;
}

/** Unit vector half way between two unit vectors that are not opposite. */
export const halfVector = (a: Vec3, b: Vec3): Vec3 => normalize([a[0] + b[0], a[1] + b[1], a[2] + b[2]]);

/** Whether both directions lie above the surface. */
export const areAbove = (a: Vec3, b: Vec3): boolean => a[2] > 0 && b[2] > 0;

/** Cosine of the difference of the azimuths of two directions; 1 if one of them has no azimuth. */
export function azimuthCosine(a: Vec3, b: Vec3): number {
  const flat = Math.hypot(a[0], a[1]) * Math.hypot(b[0], b[1]);
  return flat > 0 ? Math.min(1, Math.max(-1, dot([a[0], a[1], 0], b) / flat)) : 1;
}
