import { scatteringRange } from './backscatter-at.js';
import { coversWavelength } from './material-sheet.js';
import type { Scattering } from './scattering.js';

/** A material without data at a wavelength. */
interface UnknownWavelength {
  name: string;
  /** First and last wavelength (nm) at which all of it is known; the first exceeds the last if there is none. */
  range: readonly [number, number];
}

/** The materials whose samples do not cover `wavelengthNm`, in their order. */
export function checkWavelengths(
  materials: readonly { name: string; scattering: Scattering }[],
  wavelengthNm: number,
): UnknownWavelength[] {
  return materials.flatMap(({ name, scattering }) => {
    const range = scatteringRange(scattering);
    return range === undefined || coversWavelength(range, wavelengthNm) ? [] : [{ name, range }];
  });
}
