/** Kilometres of sight in the «standard clear atmosphere» that data sheets state their ranges for. */
export const STANDARD_VISIBILITY_KM = 23;

/** Apparent contrast falls to 2 % over the visibility: −ln 0.02 (Koschmieder). */
const KOSCHMIEDER = 3.912;
/** Wavelength at which visibility is judged. */
const VISIBLE_NM = 550;

/**
 * Extinction coefficient of clear air and haze, 1/m one way, at `wavelengthNm` for a visibility in kilometres:
 * σ = 3.912/V · (λ/550 nm)^−q with q = 1.6 above 50 km, 1.3 above 6 km, 0.585 V^(1/3) below
 * (Kruse, McGlauchlin, McQuistan: Elements of Infrared Technology, 1962). Scattering only: no water vapour bands.
 */
export function kruseExtinction(wavelengthNm: number, visibilityKm: number): number {
  const exponent = visibilityKm > 50 ? 1.6 : visibilityKm > 6 ? 1.3 : 0.585 * Math.cbrt(visibilityKm);
  const perKm = (KOSCHMIEDER / visibilityKm) * (wavelengthNm / VISIBLE_NM) ** -exponent;
  return perKm / 1000;
}
