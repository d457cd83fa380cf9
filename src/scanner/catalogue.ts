import { UserError } from '../base/errors.js';
import { didYouMean } from '../base/yaml/check-document.js';
import { quoteText } from '../base/yaml/faults.js';
import { SCANNER_DEFINITIONS } from './catalogue.generated.js';
import { descriptionOf } from './deflectors/index.js';
import { type ScannerDefinition, scannerSchema } from './scanner-schema.js';

/** A line of `subray scanner list`. */
export interface ScannerListing {
  id: string;
  name: string;
  /** The word for its kind of deflector. */
  kind: string;
  /** Lasers. */
  channels: number;
  wavelengthNm: number;
  /** Of the standard pulse rate, metres. */
  rangeMax: number | undefined;
}

/** Ids of the catalogue, the files of platforms/scanners, in alphabetical order. */
export const scannerIds = (): string[] => Object.keys(SCANNER_DEFINITIONS);

/** What the catalogue holds, by id. */
export function listScanners(): ScannerListing[] {
  return scannerIds().map((id) => {
    const { name, wavelength, detection, deflector } = readScanner(id);
    return {
      id,
      name,
      kind: descriptionOf(deflector).name,
      channels: deflector.channels?.length ?? 1,
      wavelengthNm: wavelength,
      rangeMax: detection.rangeMax,
    };
  });
}

/** The catalogue's scanner `id`, as its file has it; throws UserError with the nearest ids where there is none. */
export function findScanner(id: string): ScannerDefinition {
  const known = scannerIds();
  if (known.includes(id)) return readScanner(id);
  throw new UserError(`found ${quoteText(id)}, expected ${expectedScanner(id, known)}`);
}

/** What a message says is expected instead of the unknown `id`. */
export function expectedScanner(id: string, known = scannerIds()): string {
  return `a scanner of the catalogue${didYouMean(id, known) || '; subray scanner list names them'}`;
}

/** The definitions that were checked already. */
const checked = new Map<string, ScannerDefinition>();

/** One definition of the catalogue; `id` must be one of scannerIds(). */
function readScanner(id: string): ScannerDefinition {
  const definition = checked.get(id) ?? scannerSchema.parse(SCANNER_DEFINITIONS[id]);
  checked.set(id, definition);
  return definition;
}
