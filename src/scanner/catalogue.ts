import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { UserError } from '../base/errors.js';
import { checkDocument, didYouMean } from '../base/yaml/check-document.js';
import { quoteText } from '../base/yaml/faults.js';
import { parseYaml } from '../base/yaml/yaml-document.js';
import { absolutePattern } from './absolute-pattern.js';
import { descriptionOf } from './deflectors/index.js';
import { type ScannerDefinition, scannerSchema } from './scanner-schema.js';

const FOLDER = new URL('../../platforms/scanners/', import.meta.url);

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

/** Ids of the catalogue, in alphabetical order. */
export function scannerIds(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => name.slice(0, -'.yaml'.length))
    .sort();
}

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

/** Reads one file of the catalogue; `id` must be one of scannerIds(). */
function readScanner(id: string): ScannerDefinition {
  const url = new URL(`${id}.yaml`, FOLDER);
  return absolutePattern(
    checkDocument(scannerSchema, parseYaml(readFileSync(url, 'utf8'), fileURLToPath(url))),
    fileURLToPath(FOLDER),
  );
}
