import { UserError } from '../../base/errors.js';
import { quoteText } from '../../base/yaml/faults.js';
import type { Crs } from '../../crs/crs.js';
import { identifyWkt } from '../../crs/inspect-wkt.js';
import type { CrsUnits } from '../../crs/units.js';
import { parseWkt } from '../../crs/wkt-node.js';
import { wholeWkt } from '../../crs/wkt-systems.js';
import { wktUnits } from '../../crs/wkt-units.js';

/** The reference system of a file's coordinates, as far as the file names one. Plain data. */
export interface NamedReference {
  /** Its WKT; absent: the file has none, or names a code that is not known here. */
  wkt?: string;
  /** Its name and code. */
  crs?: Omit<Crs, 'wkt'>;
  /** Units of the coordinates; absent: no system is named, and coordinates are taken as metres. */
  units?: CrsUnits;
}

/**
 * The reference system of a WKT text; a unit that it lacks is noted in `warnings`. Throws UserError for a text that is
 * not well-formed WKT.
 */
export function referenceOfWkt(text: string, warnings: string[]): Required<NamedReference> {
  const wkt = wholeWkt(text);
  const { lacks, ...units } = wktUnits(parseWkt(wkt));
  const crs = identifyWkt(wkt);
  if (lacks !== undefined) {
    const unlike = lacks === 'plane' ? 'its coordinates are' : 'heights are';
    warnings.push(
      `the WKT of its reference system ${quoteText(crs.name)} has no UNIT of the ${lacks}: ${unlike} taken as metres`,
    );
  }
  return { wkt, crs, units };
}

/**
 * The reference system that a file names by `text`; none if it is not WKT, since some programs write other texts there.
 */
export function referenceNamed(text: unknown, warnings: string[] = []): NamedReference {
  // A damaged file may have a number in its place.
  if (typeof text !== 'string') return {};
  try {
    return referenceOfWkt(text, warnings);
  } catch (error) {
    if (error instanceof UserError) return {};
    throw error;
  }
}
