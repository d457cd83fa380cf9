import { formatPlace, UserError } from '../../base/errors.js';
import { dirname, joinPath } from '../../base/files/paths.js';
import { absolutePattern } from '../../scanner/absolute-pattern.js';
import type { ReadPattern } from '../../scanner/deflectors/pattern-table.js';
import { readPattern } from '../../scanner/read-pattern.js';
import { isScannerFile, openScannerFile, type ScannerFile } from '../../scanner/scanner-file.js';
import type { ScannerDefinition } from '../../scanner/scanner-schema.js';
import { isScanner, type ScannerChoice } from '../schema/instrument-schema.js';
import { type Loaded, pathIn, type Reading } from './reading.js';

type NamedScanner = ScannerChoice['scanner'] | undefined;

/**
 * The same reading with the files of the survey's scanners loaded, their descriptions and patterns, so that they can be
 * resolved, and planned with, at once. A file that cannot be read is a fault only when its scanner is resolved.
 */
export async function readScannerFiles(reading: Reading, scanners: readonly NamedScanner[]): Promise<Reading> {
  const scannerFiles = new Map<string, Loaded<ScannerFile>>();
  for (const name of scanners.flatMap((scanner) => scannerFileOf(scanner) ?? [])) {
    const path = pathIn(reading, name);
    scannerFiles.set(path, await loaded(openScannerFile(reading.files, path, shownPath(reading, name))));
  }
  const patterns: Reading['patterns'] = new Map();
  const described = scanners.flatMap((scanner) => describedIn(reading, scanner) ?? []);
  const inFiles = [...scannerFiles.values()].flatMap((file) => ('value' in file ? (file.value.definition ?? []) : []));
  for (const { deflector } of [...described, ...inFiles])
    if ('file' in deflector) patterns.set(deflector.file, await loaded(readPattern(reading.files, deflector.file)));
  return { ...reading, scannerFiles, patterns };
}

/** The path by which a survey names the file of a scanner, or undefined. */
export function scannerFileOf(scanner: NamedScanner): string | undefined {
  if (typeof scanner === 'string') return isScannerFile(scanner) ? scanner : undefined;
  return scanner !== undefined && !isScanner(scanner) && 'file' in scanner ? scanner.file : undefined;
}

/** The description of a scanner in the survey itself, with an absolute path to its pattern, or undefined. */
function describedIn({ files, folder }: Reading, scanner: NamedScanner): ScannerDefinition | undefined {
  const isDescribed = typeof scanner === 'object' && !isScanner(scanner) && 'deflector' in scanner;
  return isDescribed ? absolutePattern(scanner, folder, files) : undefined;
}

const loaded = <T>(loading: Promise<T>): Promise<Loaded<T>> =>
  loading.then(
    (value) => ({ value }),
    (error: unknown) => {
      if (error instanceof UserError) return { error };
      throw error;
    },
  );

/** The path of a file that a survey names, as the survey itself is named. */
const shownPath = ({ files, document }: Reading, path: string): string =>
  files.isAbsolute(path) ? path : joinPath(dirname(document.file), path);

/** Looks up patterns of `reading` by path, as needed where a scanner is resolved. */
export const patternReader =
  ({ patterns }: Reading): ReadPattern =>
  (path) => {
    const found = patterns.get(path);
    if (found === undefined) throw new Error(`the pattern ${path} was not read`);
    if ('error' in found) throw found.error;
    return found.value;
  };

/** The reason why the pattern that a definition names cannot be used, or undefined. */
export function patternFault({ patterns }: Reading, { deflector }: ScannerDefinition): string | undefined {
  const found = 'file' in deflector ? patterns.get(deflector.file) : undefined;
  return found !== undefined && 'error' in found ? reasonOf(found.error) : undefined;
}

/** Place and message of a fault in another file, in one line. */
export const reasonOf = ({ place, message }: UserError): string =>
  place === undefined ? message : `${formatPlace(place)}: ${message}`;
