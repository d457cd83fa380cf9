import { findScanner } from './catalogue.js';
import { resolveScanner } from './resolve-scanner.js';
import type { Scanner } from './scanner.js';

/** A scanner of the catalogue, and what of it was not compared with a document of its maker. */
export type CataloguedScanner = Scanner & { unchecked?: string };

/** The catalogue's scanner `id`, SI units and radians. Throws UserError with the nearest ids where there is none. */
export function loadScanner(id: string): CataloguedScanner {
  const definition = findScanner(id);
  return { ...resolveScanner(definition), unchecked: definition.unchecked?.trim() };
}
