import { backscatterAt, scatteringRange } from './backscatter-at.js';
import { createCubics, evaluateCubics } from './backscatter-cubics.js';
import { meanBackscatter } from './mean-backscatter.js';
import type { Scattering } from './scattering.js';

/** What a material sends back over the angle of incidence, at one wavelength and azimuth. */
export interface ResponseCurve {
  wavelengthNm: number;
  /**
   * The wavelength lies outside of the range in which the material is known; the nearest known one's numbers are taken.
   */
  isUnknown: boolean;
  /** Radians from the surface's tangent. */
  azimuth: number;
  /** π f_r cos θ, which is 1 for a white Lambertian surface that is met along its normal; one an angle. */
  values: Float64Array;
}

/** The numbers of a material at some wavelengths. */
export interface MaterialSheet {
  /** First and last wavelength (nm) at which it is known; undefined: all. */
  range: readonly [number, number] | undefined;
  /** Whether it sends back the same at every azimuth. */
  isIsotropic: boolean;
  /** Reflectance of the Lambertian surface that sends back as much over all directions together; one a wavelength. */
  albedos: readonly number[];
  /** By wavelength; of surfaces that are not isotropic two each: along the tangent and across it. */
  curves: readonly ResponseCurve[];
}

/**
 * Wavelengths (nm) of green bathymetric lasers, of lasers for silicon detectors, of Nd:YAG, and of those safest for
 * eyes.
 */
const COMMON_WAVELENGTHS = [532, 850, 905, 1064, 1550];

/**
 * What `scattering` sends back at some wavelengths and angles of incidence (radians from the normal). `given` are
 * wavelengths in nm; undefined: the common ones of lidars at which it is known.
 */
export function materialSheet(
  scattering: Scattering,
  given: readonly number[] | undefined,
  angles: readonly number[],
): MaterialSheet {
  const range = scatteringRange(scattering);
  const wavelengthsNm = given ?? COMMON_WAVELENGTHS.filter((wavelengthNm) => isWithin(range, wavelengthNm));
  const tables = wavelengthsNm.map((wavelengthNm) => backscatterAt(scattering, wavelengthNm));
  const isIsotropic = tables.every(({ phiCount }) => phiCount === 1);
  const azimuths = isIsotropic ? [0] : [0, Math.PI / 2];
  const curves = tables.flatMap((table, k) => {
    const wavelengthNm = wavelengthsNm[k];
    const cubics = createCubics(table, 'hermite');
    return azimuths.map((azimuth) => ({
      wavelengthNm,
      isUnknown: !isWithin(range, wavelengthNm),
      azimuth,
      values: Float64Array.from(angles, (angle) => Math.max(0, evaluateCubics(cubics, angle, azimuth))),
    }));
  });
  return { range, isIsotropic, albedos: tables.map(meanBackscatter), curves };
}

/** Whether a wavelength lies in a `scatteringRange`. */
export function isWithin(range: readonly [number, number] | undefined, wavelengthNm: number): boolean {
  return range === undefined || (wavelengthNm >= range[0] && wavelengthNm <= range[1]);
}
