/**
 * Backscatter of a surface at one wavelength: samples over azimuth φ and angle θ from the normal. Value number φ ·
 * thetaCount + θ is for azimuth 2π φ / phiCount, from the surface's tangent, and angle ½π θ / (thetaCount − 1).
 */
export interface BackscatterTable {
  /** π f_r, which is the reflectance of a Lambertian surface; with `weighted`, π f_r cos θ. Finite and not negative. */
  readonly values: Float64Array;
  /** 1: the same at every angle. */
  readonly thetaCount: number;
  /** 1: the same at every azimuth; otherwise even. */
  readonly phiCount: number;
  /** For models with an f_r that grows without bound towards grazing incidence, where f_r cos θ does not. */
  readonly weighted: boolean;
}
