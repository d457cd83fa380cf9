import { UserError } from '../base/errors.js';
import { didYouMean } from '../base/yaml/check-document.js';
import { quoteText } from '../base/yaml/faults.js';
import { SCANNER_DEFINITIONS } from './catalogue.generated.js';
import type { ScannerDefinition } from './scanner-schema.js';

/** Ids of the catalogue, the files of platforms/scanners, in alphabetical order. */
export const scannerIds = (): string[] => Object.keys(SCANNER_DEFINITIONS);

/** The catalogue's scanner `id`, as its file has it; throws UserError with the nearest ids where there is none. */
export function findScanner(id: string): ScannerDefinition {
  const ids = scannerIds();
  if (ids.includes(id)) return readScanner(id);
  throw new UserError(`found ${quoteText(id)}, expected ${expectedScanner(id, ids)}`);
}

/** What a message says is expected instead of the unknown `id`. */
export function expectedScanner(id: string, known = scannerIds()): string {
  return `a scanner of the catalogue${didYouMean(id, known) || '; subray scanner list names them'}`;
}

/** The definitions that were read already. */
const known = new Map<string, ScannerDefinition>();

/** One definition of the catalogue, which the build has checked; `id` must be one of scannerIds(). */
function readScanner(id: string): ScannerDefinition {
  const definition: ScannerDefinition = known.get(id) ?? JSON.parse(SCANNER_DEFINITIONS[id]);
  known.set(id, definition);
  return definition;
}
