/** Index of refraction n + ik of a surface in air, at one wavelength. */
export interface Index {
  readonly n: number;
  /** Extinction; 0 for clear media. */
  readonly k: number;
}

/** Fresnel reflectance at normal incidence, 0…1: ((n − 1)² + k²) / ((n + 1)² + k²). */
export function normalReflectance({ n, k }: Index): number {
  return ((n - 1) ** 2 + k * k) / ((n + 1) ** 2 + k * k);
}

/**
 * Fresnel reflectance, 0…1, of unpolarised light from air on a surface of index n + ik, at an angle of cosine `cosine`,
 * 0…1. Clear media thinner than air reflect everything beyond their critical angle. Source: Born and Wolf (1999),
 * "Principles of Optics", §14.2, eqs. 13 to 16: the refracted wave has the normal component p + iq with (p + iq)² = (n
 * + ik)² − sin².
 */
export function fresnelReflectance(cosine: number, { n, k }: Index): number {
  const sineSquared = 1 - cosine * cosine;
  const real = n * n - k * k - sineSquared;
  const length = Math.hypot(real, 2 * n * k);
  const p = Math.sqrt(Math.max(0, (length + real) / 2));
  const q = Math.sqrt(Math.max(0, (length - real) / 2));
  if (cosine <= 0) return 1;
  const across = ratio(cosine - p, cosine + p, q);
  const tangent = sineSquared / cosine;
  return (across * (1 + ratio(p - tangent, p + tangent, q))) / 2;
}

/** (a² + q²) / (b² + q²). A surface without any contrast reflects nothing. */
function ratio(a: number, b: number, q: number): number {
  const below = b * b + q * q;
  return below > 0 ? (a * a + q * q) / below : 0;
}

/**
 * Fresnel reflectance, 0…1, at an angle of cosine `cosine`, 0…1, of a surface with known reflectance at normal
 * incidence only. Source: Schlick (1994), "An inexpensive BRDF model for physically-based rendering", eq. 15.
 */
export function schlickReflectance(cosine: number, normal: number): number {
  return normal + (1 - normal) * (1 - cosine) ** 5;
}
