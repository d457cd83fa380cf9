/**
 * What a surface sends back the way it came, at one wavelength: samples over azimuth φ and angle θ from the normal. Value number
 * φ · thetaCount + θ stands for azimuth 2π φ / phiCount, from the surface's tangent, and angle ½π θ / (thetaCount − 1).
 */
export interface BackscatterTable {
  /** π f_r, which is the reflectance of a Lambertian surface; with `weighted` π f_r cos θ. Finite, none negative. */
  readonly values: Float64Array;
  /** 1: the same at every angle. */
  readonly thetaCount: number;
  /** 1: the same at every azimuth; else even. */
  readonly phiCount: number;
  /** Of models whose f_r grows without bound towards grazing incidence, where f_r cos θ does not. */
  readonly weighted: boolean;
}
