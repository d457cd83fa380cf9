import { albedoAt } from './backscatter-at.js';
import type { Scattering } from './scattering.js';

/**
 * The factor of a material's reflectance where its picture is white: `gain`, reduced so that no more light comes back
 * than arrives, at a wavelength (nm). A material that returns more than all towards the scanner stays as it is.
 */
export function limitedGain(scattering: Scattering, gain: number, wavelengthNm: number): number {
  return gain <= 1 ? gain : Math.min(gain, Math.max(1, 1 / albedoAt(scattering, wavelengthNm)));
}
