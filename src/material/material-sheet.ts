import { backscatterAt, scatteringRange } from './backscatter-at.js';
import { createCubics, evaluateCubics } from './backscatter-cubics.js';
import { meanBackscatter } from './mean-backscatter.js';
import type { Scattering } from './scattering.js';

/** Backscatter of a material over the angle of incidence, at one wavelength and azimuth. */
export interface ResponseCurve {
  wavelengthNm: number;
  /** Whether the material has no data at the wavelength; the values are then those of the nearest known one. */
  isUnknown: boolean;
  /** Radians from the surface's tangent. */
  azimuth: number;
  /** π f_r cos θ, one value per angle; 1 for a white Lambertian surface at normal incidence. */
  values: Float64Array;
}

/** The numbers of a material at some wavelengths. */
export interface MaterialSheet {
  /** First and last wavelength (nm) at which it is known; undefined: all. */
  range: readonly [number, number] | undefined;
  /** Whether it is the same at every azimuth. */
  isIsotropic: boolean;
  /**
   * Reflectance of the Lambertian surface with the same backscatter over all directions together; one value per
   * wavelength.
   */
  albedos: readonly number[];
  /** Curves by wavelength; a surface that is not isotropic has two each: along the tangent and across it. */
  curves: readonly ResponseCurve[];
}

/**
 * Wavelengths (nm) of green bathymetric lasers, of lasers for silicon detectors, of Nd:YAG, and of the safest lasers
 * for the eye.
 */
const COMMON_WAVELENGTHS = [532, 850, 905, 1064, 1550];

/**
 * Tabulates the backscatter of `scattering` at wavelengths (nm) and angles of incidence (radians from the normal).
 * Without `given` wavelengths, uses the common ones of lidars at which it is known.
 *
 * @example
 * ```ts
 * const { curves } = materialSheet(findMaterial('brick').scattering, [905], [0, Math.PI / 4]);
 * ```
 */
export function materialSheet(
  scattering: Scattering,
  given: readonly number[] | undefined,
  angles: readonly number[],
): MaterialSheet {
  const range = scatteringRange(scattering);
  const wavelengthsNm = given ?? COMMON_WAVELENGTHS.filter((wavelengthNm) => coversWavelength(range, wavelengthNm));
  const tables = wavelengthsNm.map((wavelengthNm) => backscatterAt(scattering, wavelengthNm));
  const isIsotropic = tables.every(({ phiCount }) => phiCount === 1);
  const azimuths = isIsotropic ? [0] : [0, Math.PI / 2];
  const curves = tables.flatMap((table, k) => {
    const wavelengthNm = wavelengthsNm[k];
    const cubics = createCubics(table, 'hermite');
    return azimuths.map((azimuth) => ({
      wavelengthNm,
      isUnknown: !coversWavelength(range, wavelengthNm),
      azimuth,
      values: Float64Array.from(angles, (angle) => Math.max(0, evaluateCubics(cubics, angle, azimuth))),
    }));
  });
  return { range, isIsotropic, albedos: tables.map(meanBackscatter), curves };
}

/** Whether a wavelength lies in a `scatteringRange`. */
export function coversWavelength(range: readonly [number, number] | undefined, wavelengthNm: number): boolean {
  return range === undefined || (wavelengthNm >= range[0] && wavelengthNm <= range[1]);
}
