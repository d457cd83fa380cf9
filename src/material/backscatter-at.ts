import { invariant } from '../base/errors.js';
import type { BackscatterTable } from './backscatter-table.js';
import type { Brdf } from './brdf.js';
import { meanBackscatter } from './mean-backscatter.js';
import { type AnalyticScattering, modelOf, type Scattering } from './scattering.js';
import { spectrumRange } from './spectrum/spectrum.js';

/**
 * Returns the backscatter of a surface at a wavelength (nm): a measured table's slice, or an analytic model, tabulated.
 * Outside `scatteringRange` it uses the numbers of the nearest known wavelength; the caller must report that.
 */
export function backscatterAt(scattering: Scattering, wavelengthNm: number): BackscatterTable {
  return modelOf(scattering).backscatterAt(scattering, wavelengthNm);
}

/** The formula of a scattering with its parameters at a wavelength (nm). */
export function brdfAt(scattering: AnalyticScattering, wavelengthNm: number): Brdf {
  const brdf = modelOf(scattering).brdfAt?.(scattering, wavelengthNm);
  invariant(brdf !== undefined, `${scattering.model} is not a formula`);
  return brdf;
}

/**
 * First and last wavelength (nm) at which all inputs of the scattering are known. The first exceeds the last if they
 * have no common range. Returns undefined if it is known at all wavelengths.
 */
export function scatteringRange(scattering: Scattering): readonly [number, number] | undefined {
  const spectra = modelOf(scattering).spectra(scattering);
  const ranges = spectra.map(spectrumRange).filter((range) => range !== undefined);
  if (ranges.length === 0) return undefined;
  return [Math.max(...ranges.map(([first]) => first)), Math.min(...ranges.map(([, last]) => last))];
}

/**
 * Reflectance, at a wavelength in nm, of the Lambertian surface with the same total backscatter over all directions of
 * incidence: the mean of π f_r over the hemisphere, weighted by cos θ.
 */
export function albedoAt(scattering: Scattering, wavelengthNm: number): number {
  return meanBackscatter(backscatterAt(scattering, wavelengthNm));
}
