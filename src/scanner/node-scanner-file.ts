import { nodeFiles } from '../base/files/node-files.js';
import { type CataloguedScanner, loadScanner } from './load-scanner.js';
import { readScannerFile as read } from './read-scanner-file.js';
import { isScannerFile } from './scanner-file.js';

/**
 * Reads the scanner in a YAML file on this machine (docs/scanners.md), with the pattern that it names. Returns SI units
 * and radians. Throws UserError, with the places of all faults, if it cannot be read or is invalid.
 *
 * @example
 * ```ts
 * const scanner = await readScannerFile('mylidar.yaml');
 * ```
 */
export const readScannerFile = (path: string): Promise<CataloguedScanner> => read(nodeFiles, path);

/**
 * The scanner of a file, if `which` is the path of one, otherwise that of the id. Throws UserError if neither is found.
 */
export const findScannerOrFile = async (which: string): Promise<CataloguedScanner> =>
  isScannerFile(which) ? readScannerFile(which) : loadScanner(which);
