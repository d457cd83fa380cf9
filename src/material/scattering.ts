/**
 * How a surface sends light back: one of six analytic models, or a measured table. What depends on the wavelength is a
 * Spectrum. Angles are radians, lengths of waves nanometres, everything else has no unit but where it says so.
 */
export type Scattering = Lambert | OrenNayar | Minnaert | BlinnPhong | CookTorrance | Ward | Measured;

export type ScatteringModel = Scattering['model'];

/** A number for every wavelength: one that holds at all of them, or samples of which it is a curve. */
export type Spectrum = number | SampledSpectrum;

export interface SampledSpectrum {
  /** Rising, at least one. Nothing is known outside of them. */
  readonly wavelengthsNm: readonly number[];
  /** One a wavelength. */
  readonly values: readonly number[];
}

/** f_r = ρ/π. */
export interface Lambert {
  readonly model: 'lambert';
  /** Hemispherical reflectance ρ, 0…1. */
  readonly reflectance: Spectrum;
}

/** A rough Lambertian surface of V-shaped grooves (Oren and Nayar 1994). */
export interface OrenNayar {
  readonly model: 'oren-nayar';
  /** Reflectance of a groove's faces, 0…1. */
  readonly reflectance: Spectrum;
  /** Standard deviation σ of the faces' slope angle, 0…π/2. */
  readonly roughness: number;
}

/** f_r ∝ (cos θ_i cos θ_o)^(k−1) (Minnaert 1941). */
export interface Minnaert {
  readonly model: 'minnaert';
  /** π f_r at normal incidence: the reflectance where k = 1. */
  readonly reflectance: Spectrum;
  /** k: below 1 brighter, above 1 darker towards grazing incidence; at least ½. */
  readonly exponent: number;
}

/** A diffuse part and a lobe about the half vector, (n·h)^exponent (Blinn 1977), normalised. */
export interface BlinnPhong {
  readonly model: 'blinn-phong';
  readonly diffuse: Spectrum;
  /** Reflectance of the lobe at normal incidence, 0…1. */
  readonly specular: Spectrum;
  /** At least 0. */
  readonly exponent: number;
}

/** A diffuse part and a glossy one of microfacets (Cook and Torrance 1982) with Beckmann's or the GGX distribution. */
export interface CookTorrance {
  readonly model: 'cook-torrance';
  /** π f_r of what comes from below the facets, at normal incidence: at most what they let through. */
  readonly diffuse: Spectrum;
  /** Fresnel reflectance at normal incidence of the facets, 0…1, or the refractive index it follows from. */
  readonly fresnel: Spectrum | RefractiveIndex;
  /** Root mean square slope of the facets (Beckmann), or α (GGX), above 0. */
  readonly roughness: number;
  readonly distribution: 'beckmann' | 'ggx';
}

/** Complex refractive index n + ik. */
export interface RefractiveIndex {
  readonly n: Spectrum;
  /** Extinction; 0 for what is clear. */
  readonly k: Spectrum;
}

/** A diffuse part and an elliptical Gaussian lobe (Ward 1992): brushed and rolled surfaces. */
export interface Ward {
  readonly model: 'ward';
  readonly diffuse: Spectrum;
  readonly specular: Spectrum;
  /** Root mean square slopes along the tangent and across it, above 0. */
  readonly roughness: readonly [number, number];
}

/** Measured backscatter. */
export interface Measured {
  readonly model: 'measured';
  readonly table: MeasuredTable;
}

/**
 * f_r (1/sr) in the direction where the light comes from, over the hemisphere and the wavelengths. Value number
 * (λ · phiCount + φ) · thetaCount + θ stands for wavelength λ, azimuth 2π φ / phiCount and angle ½π θ / (thetaCount − 1) from the normal.
 */
export interface MeasuredTable {
  /** Rising, at least one. */
  readonly wavelengthsNm: readonly number[];
  /** 1: isotropic; else even, since the pole is passed to the azimuth across. */
  readonly phiCount: number;
  /** At least 2. */
  readonly thetaCount: number;
  readonly values: Float32Array;
}
