import { absolutePattern } from '../../scanner/absolute-pattern.js';
import type { PatternTable, ReadPattern } from '../../scanner/deflectors/pattern-table.js';
import { readPattern } from '../../scanner/read-pattern.js';
import { isScanner, type ScannerChoice } from '../schema/instrument-schema.js';
import type { LoadedPattern, Reading } from './reading.js';

/**
 * The same reading with the pattern files of the survey's scanners loaded, so that they can be resolved, and planned
 * with, at once. A file that cannot be read is a fault only when its scanner is resolved.
 */
export async function readPatterns(
  reading: Reading,
  scanners: readonly (ScannerChoice['scanner'] | undefined)[],
): Promise<Reading> {
  const patterns = new Map<string, LoadedPattern>();
  for (const path of scanners.flatMap((scanner) => patternFile(reading, scanner) ?? [])) {
    const loading = readPattern(reading.files, path);
    patterns.set(path, await loading.then(asTable, (error: unknown) => ({ error })));
  }
  return { ...reading, patterns };
}

const asTable = (table: PatternTable): LoadedPattern => ({ table });

/** The absolute path of the pattern of a scanner that the survey describes, or undefined. */
function patternFile({ files, folder }: Reading, scanner: ScannerChoice['scanner'] | undefined): string | undefined {
  if (scanner === undefined || typeof scanner === 'string' || isScanner(scanner) || !('deflector' in scanner))
    return undefined;
  const { deflector } = absolutePattern(scanner, folder, files);
  return 'file' in deflector ? deflector.file : undefined;
}

/** Looks up patterns of `reading` by path, as needed where a scanner is resolved. */
export const patternReader =
  ({ patterns }: Reading): ReadPattern =>
  (path) => {
    const found = patterns.get(path);
    if (found === undefined) throw new Error(`the pattern ${path} was not read`);
    if ('error' in found) throw found.error;
    return found.table;
  };
