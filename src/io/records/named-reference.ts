import { UserError } from '../../base/errors.js';
import type { Crs } from '../../crs/crs.js';
import { identifyWkt } from '../../crs/inspect-wkt.js';

/**
 * The reference system that a file names by `text`; none if it is not WKT, since some programs write other texts there.
 */
export function referenceNamed(text: unknown): { wkt?: string; crs?: Omit<Crs, 'wkt'> } {
  // A damaged file may have a number in its place.
  if (typeof text !== 'string') return {};
  try {
    return { wkt: text, crs: identifyWkt(text) };
  } catch (error) {
    if (error instanceof UserError) return {};
    throw error;
  }
}
