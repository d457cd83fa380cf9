/**
 * HELIOS++'s extinction coefficient of the air, per kilometre, one way: 3.91/V · (λ/0.55)^−q with the visibility V in
 * kilometres (Kruse et al. 1962), but with the wavelength in nanometres and the result taken per metre.
 */
export function extinctionPerKm(wavelengthNm: number, visibilityKm: number): number {
  return 1000 * (3.91 / visibilityKm) * (wavelengthNm / 0.55) ** -exponentAt(visibilityKm);
}

function exponentAt(visibilityKm: number): number {
  if (visibilityKm > 50) return 1.6;
  return visibilityKm > 6 && visibilityKm < 50 ? 1.3 : 0.585 * visibilityKm ** 0.33;
}
