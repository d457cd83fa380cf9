import { UserError } from '../base/errors.js';
import { didYouMeanEntry } from '../base/yaml/check-document.js';
import { quoteText } from '../base/yaml/faults.js';
import { SCANNER_DEFINITIONS } from './catalogue.generated.js';
import { listScanners } from './list-scanners.js';
import type { ScannerDefinition } from './scanner-schema.js';

/** Ids of the catalogue, the files of platforms/scanners, in alphabetical order. */
export const scannerIds = (): string[] => Object.keys(SCANNER_DEFINITIONS);

/** The catalogue's scanner `id`, as in its file. Throws UserError with the nearest ids if it is unknown. */
export function findScanner(id: string): ScannerDefinition {
  const ids = scannerIds();
  if (ids.includes(id)) return readScanner(id);
  throw new UserError(`found ${quoteText(id)}, expected ${expectedScanner(id)}`);
}

/** The expected ids, for a message about the unknown `id`, which may be a name that is printed. */
export const expectedScanner = (id: string): string =>
  `a scanner of the catalogue${didYouMeanEntry(id, listScanners()) || '; subray scanner list names them'}`;

/** Definitions read so far. */
const known = new Map<string, ScannerDefinition>();

/** One definition of the catalogue, which the build has checked; `id` must be one of scannerIds(). */
function readScanner(id: string): ScannerDefinition {
  const definition: ScannerDefinition = known.get(id) ?? JSON.parse(SCANNER_DEFINITIONS[id]);
  known.set(id, definition);
  return definition;
}
