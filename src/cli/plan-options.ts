import { UserError } from '../base/errors.js';
import { nodeFiles } from '../base/files/node-files.js';
import { finish } from '../base/steps.js';
import type { TieLines, Vec2 } from '../planning/flight/flight-lines.js';
import { areaEnding } from '../planning/plan-files.js';
import { parsePlacements } from '../scene/place/csv-placement.js';
import type { Rectangle } from '../scene/place/height-grid.js';
import { readWholeText } from '../scene/read/scene-file.js';
import { listedNumbers } from './options.js';

/**
 * An area: the rectangle `x0,y0,x1,y1`, or, of a flight, a file of polygons; nothing if it is not given. Throws
 * UserError for anything else.
 */
export function flightAreaOption(text: string | undefined): { area?: Rectangle; areaFile?: string } {
  return text !== undefined && areaEnding(text) !== undefined ? { areaFile: text } : { area: areaOption(text) };
}

/**
 * Tie lines: their number, or their distance as `2000m`; undefined if they are not given. Throws UserError for anything
 * else.
 */
export function tieLinesOption(text: string | undefined): TieLines | undefined {
  if (text === undefined) return undefined;
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*(m?)$/.exec(text.trim()) ?? [];
  const value = Number(number);
  if (unit === 'm' && value > 0) return { spacing: value };
  if (unit === '' && Number.isInteger(value) && value >= 1 && value <= TIES_MAX) return { count: value };
  throw new UserError(`--tie-lines: found "${text}", expected a number from 1 to ${TIES_MAX}, or a distance as 2000m`);
}

const TIES_MAX = 1000;

/**
 * The rectangle `x0,y0,x1,y1`, corners in any order, or undefined if it is not given. Throws UserError for anything
 * else.
 */
export function areaOption(text: string | undefined): Rectangle | undefined {
  if (text === undefined) return undefined;
  const values = listedNumbers(text);
  if (values?.length !== 4 || values[0] === values[2] || values[1] === values[3])
    throw new UserError(`--area: found "${text}", expected two corners of a rectangle, x0,y0,x1,y1 (m)`, {
      hint: 'of a flight, also a .geojson or .kml file of polygons',
    });
  const [x0, y0, x1, y1] = values;
  return { min: [Math.min(x0, x1), Math.min(y0, y1)], max: [Math.max(x0, x1), Math.max(y0, y1)] };
}

/** Maximum number of places of a path, and maximum number of bytes of their table: each is looked up on the ground. */
const PLACES_MAX = 10_000;
const TABLE_BYTES_MAX = 2 ** 20;
const PAIR = /^[^\s,]+,[^\s,]+$/;

/**
 * The places of `x,y x,y …`, or of a CSV file with the columns x and y, or undefined if nothing is given. Throws
 * UserError for anything else.
 */
export async function pathOption(text: string | undefined): Promise<Vec2[] | undefined> {
  if (text === undefined) return undefined;
  const words = text.trim().split(/\s+/);
  const places = words.every((word) => PAIR.test(word) && listedNumbers(word))
    ? words.map(pairOf)
    : await placesOf(text);
  if (places.length > PLACES_MAX)
    throw new UserError(`--path: found ${places.length} places, expected at most ${PLACES_MAX}`);
  return places;
}

function pairOf(word: string): Vec2 {
  const [x, y] = listedNumbers(word) ?? [];
  return [x, y];
}

async function placesOf(file: string): Promise<Vec2[]> {
  if (!/\.(csv|txt|tsv)(\.gz)?$/i.test(file))
    throw new UserError(
      `--path: found "${file}", expected places such as "0,0 20,0 20,15" (m), or a CSV file with x and y`,
    );
  const places = finish(parsePlacements(await readWholeText(nodeFiles, file, TABLE_BYTES_MAX), file));
  return places.map(({ transform }): Vec2 => [transform[3], transform[7]]);
}
