import { UserError } from '../base/errors.js';
import { endingOf } from '../base/text.js';

// What commands ask of the names of files, without the readers and writers of these.

/** Endings of files of polygons. */
export const AREA_ENDINGS = ['.geojson', '.json', '.kml'] as const;
/** Endings of files of lines. */
export const LINE_ENDINGS = ['.geojson', '.kml', '.csv'] as const;

export type AreaEnding = (typeof AREA_ENDINGS)[number];
export type LineEnding = (typeof LINE_ENDINGS)[number];

/** The ending of a file of polygons; undefined for other names. */
export const areaEnding = (name: string): AreaEnding | undefined =>
  AREA_ENDINGS.find((ending) => ending === endingOf(name));

/** The ending of a file of lines. Throws UserError for a file that lines cannot be written as. */
export function lineEnding(path: string): LineEnding {
  const found = LINE_ENDINGS.find((ending) => ending === endingOf(path));
  if (found) return found;
  throw new UserError(`--lines: found "${path}", expected a .geojson, .kml or .csv file`, { place: { file: path } });
}
