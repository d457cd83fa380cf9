import { invariant } from '../base/errors.js';
import type { Files } from '../base/files/files.js';
import { type Fault, throwFaults } from '../base/yaml/faults.js';
import { type CataloguedScanner, cataloguedScanner } from './catalogued-scanner.js';
import { checkScanner } from './check-scanner.js';
import { loadScanner } from './load-scanner.js';
import { readPattern } from './read-pattern.js';
import { resolveScanner } from './resolve-scanner.js';
import { isScannerFile, openScannerFile, scannerFaultIn } from './scanner-file.js';

/**
 * Reads the scanner in the YAML file `path`, with the pattern that it names, in SI units and radians. Throws UserError,
 * with the places of all faults, if it cannot be read or is invalid.
 */
export async function readScannerFile(files: Files, path: string): Promise<CataloguedScanner> {
  const { document, definition, faults: schemaFaults } = await openScannerFile(files, path);
  throwFaults(schemaFaults);
  invariant(definition !== undefined, 'a scanner file without faults has a definition');
  const { deflector } = definition;
  const table = 'file' in deflector ? await readPattern(files, deflector.file) : undefined;
  const faults: Fault[] = [];
  const scanner = resolveScanner(definition, {
    onFault: (fault) => void faults.push(scannerFaultIn(document, fault)),
    readPattern: table && (() => table),
  });
  throwFaults(faults);
  checkScanner(scanner);
  return cataloguedScanner(definition, scanner);
}

/**
 * The scanner of a file, if `which` is the path of one, otherwise that of the id. Throws UserError if neither is found.
 */
export const findScannerOrFile = async (files: Files, which: string): Promise<CataloguedScanner> =>
  isScannerFile(which) ? readScannerFile(files, which) : loadScanner(which);
