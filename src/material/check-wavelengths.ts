import { scatteringRange } from './backscatter-at.js';
import { isWithin } from './material-sheet.js';
import type { Scattering } from './scattering.js';

/** A material that is not known at a wavelength. */
interface UnknownWavelength {
  name: string;
  /** First and last wavelength (nm) at which all of it is known; the first above the last where there is none. */
  range: readonly [number, number];
}

/** Those of `materials` that are not known at `wavelengthNm`: it lies outside of their samples. Their order is kept. */
export function checkWavelengths(
  materials: readonly { name: string; scattering: Scattering }[],
  wavelengthNm: number,
): UnknownWavelength[] {
  return materials.flatMap(({ name, scattering }) => {
    const range = scatteringRange(scattering);
    return range === undefined || isWithin(range, wavelengthNm) ? [] : [{ name, range }];
  });
}
