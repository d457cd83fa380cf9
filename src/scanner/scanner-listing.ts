import { deflectorDescription } from './deflectors/index.js';
import type { ScannerDefinition } from './scanner-schema.js';

/** A line of `subray scanner list`. */
export interface ScannerListing {
  id: string;
  name: string;
  /** Name of its kind of deflector. */
  kind: string;
  /** Number of lasers. */
  channels: number;
  wavelengthNm: number;
  /** Largest range at the standard pulse rate, metres. */
  rangeMax: number | undefined;
}

/** The line of a scanner in a list. */
export const scannerListing = ({ id, name, deflector, wavelength, detection }: ScannerDefinition): ScannerListing => ({
  id,
  name,
  kind: deflectorDescription(deflector).name,
  channels: deflector.channels?.length ?? 1,
  wavelengthNm: wavelength,
  rangeMax: detection.rangeMax,
});
