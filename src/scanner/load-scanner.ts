import { findScanner } from './catalogue.js';
import { resolveScanner } from './resolve-scanner.js';
import type { Scanner } from './scanner.js';

/** A scanner of the catalogue. `unchecked` names the numbers that were not compared with a document of its maker. */
export type CataloguedScanner = Scanner & { unchecked?: string };

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
  return { ...resolveScanner(definition), unchecked: definition.unchecked?.trim() };
}
