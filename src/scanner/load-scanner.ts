import { findScanner } from './catalogue.js';
import { type CataloguedScanner, cataloguedScanner } from './catalogued-scanner.js';
import { resolveScanner } from './resolve-scanner.js';

/**
 * The catalogue's scanner `id`, in SI units and radians. Throws UserError with the nearest ids if it is unknown.
 *
 * @example
 * ```ts
 * const scanner = loadScanner('velodyne-vlp-16');
 * ```
 */
export function loadScanner(id: string): CataloguedScanner {
  const definition = findScanner(id);
  return cataloguedScanner(definition, resolveScanner(definition));
}
