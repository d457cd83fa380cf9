import { UserError } from '../base/errors.js';

/** Visibility, in kilometres, of the "standard clear atmosphere" for which data sheets state their ranges. */
export const STANDARD_VISIBILITY_KM = 23;

/** Apparent contrast at the visibility: 2 % by Koschmieder; 5 % for the meteorological optical range of the WMO. */
export const STANDARD_CONTRAST = 0.02;

/** Wavelength for which visibility is defined. */
const VISIBLE_NM = 550;

/**
 * Returns the extinction coefficient of clear air, haze and fog, 1/m one way, at `wavelengthNm` for a visibility in
 * kilometres: σ = −ln(contrast)/V · (λ/550 nm)^−q. A contrast of 2 % makes −ln(contrast) = 3.912. Covers scattering
 * only, no water vapour bands. Throws UserError unless `visibilityKm` and `contrast` are valid.
 *
 * @example
 * ```ts
 * airExtinction(905, 23); // 0.0000890 1/m: clear air
 * airExtinction(905, 0.2); // 0.0196 1/m: fog, 85 dB/km at every wavelength
 * ```
 */
export function airExtinction(wavelengthNm: number, visibilityKm: number, contrast = STANDARD_CONTRAST): number {
  if (!(visibilityKm > 0)) throw new UserError(`visibilityKm: found ${visibilityKm}, expected a number > 0 (km)`);
  if (!(contrast > 0 && contrast < 1))
    throw new UserError(`contrast: found ${contrast}, expected a number > 0 and < 1`);
  const perKm = (-Math.log(contrast) / visibilityKm) * (wavelengthNm / VISIBLE_NM) ** -sizeExponent(visibilityKm);
  return perKm / 1000;
}

/**
 * The exponent q, which follows the size of the particles. Above 6 km: Kruse, McGlauchlin, McQuistan (1962, "Elements
 * of Infrared Technology"). Below, where haze turns into fog and wavelengths no longer differ: Kim, McArthur, Korevaar
 * (2001, "Comparison of laser beam propagation at 785 nm and 1550 nm in fog and haze for optical wireless
 * communications", Proc. SPIE 4214).
 */
function sizeExponent(visibilityKm: number): number {
  if (visibilityKm > 50) return 1.6;
  if (visibilityKm > 6) return 1.3;
  if (visibilityKm > 1) return 0.16 * visibilityKm + 0.34;
  return Math.max(0, visibilityKm - 0.5);
}
