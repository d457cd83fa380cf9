import type { Affine } from '../../base/affine.js';
import { DEGREE } from '../../base/angle.js';
import type { Files } from '../../base/files/files.js';
import { type Log, SILENT_LOG } from '../../base/log.js';
import type { Steps } from '../../base/steps.js';
import { readWholeText } from '../read/scene-file.js';
import type { PlacementFacts } from '../scene-description.js';
import { NUMBER_ALIASES, objectNumber } from './object-number.js';
import { type CellLimits, numberWithin, parseRows, type TableColumns, type TableRow } from './table-rows.js';
import { leaning, uprightTransform } from './transforms.js';

const SCALES = ['scale_x', 'scale_y', 'scale_z'] as const;
const COLUMNS = [
  ...(['x', 'y', 'z', 'heading', 'scale', ...SCALES] as const),
  ...(['lean', 'lean_direction', 'instance', 'semantic', 'part'] as const),
] as const;
type Column = (typeof COLUMNS)[number];
type Row = TableRow<Column>;

const TABLE: TableColumns<Column> = Object.freeze({
  columns: COLUMNS,
  required: ['x', 'y'] as const,
  aliases: { instance: NUMBER_ALIASES, semantic: ['species'], part: ['model', 'file'] },
  advice: adviceOf,
});

const NUMBER_HINT = 'name the column under ignore, and objects are numbered in turn';

/** Limits of lists of instances in a survey, too. */
const PLACES: CellLimits = { min: -1e8, max: 1e8, unit: 'm' };
const FACTORS: CellLimits = { min: 0, max: 1e6 };
const ANGLES: CellLimits = { min: -360, max: 360, unit: 'deg' };
/** The courses of vehicles may count turns. */
const HEADINGS: CellLimits = { min: -36_000, max: 36_000, unit: 'deg' };

/** A larger table is refused: it holds more places than a scene may have, or is something else. */
const TABLE_BYTES_MAX = 2 ** 28;

/** One row of a table of places. */
export interface PlacementRow extends PlacementFacts {
  transform: Affine;
  /** Name of the part, or of its model, for which the row is: an empty text for none; absent: for all. */
  part?: string;
}

/** The text of a table of places. Throws UserError if it cannot be read, is too large or is not text. */
export const readPlacementTable = (files: Files, path: string): Promise<string> =>
  readWholeText(files, path, TABLE_BYTES_MAX);

/** Options of reading a table of places. */
interface ParseOptions {
  /** Names of columns that are meant to stay unread; absent: none. */
  ignore?: readonly string[];
  log?: Log;
}

/**
 * The rows of a table, as read by `parseRows`: columns x, y, z; heading (degrees clockwise from +y); scale, or scale_x,
 * scale_y and scale_z, which default to it; lean and lean_direction, by how much and whither it is tipped (degrees, the
 * second as a heading); instance; semantic; part. An object of the scale 0 is left out of the scene, and keeps its
 * number. Throws UserError with line and column.
 */
export function parsePlacements(
  text: string,
  file: string,
  { ignore = [], log = SILENT_LOG }: ParseOptions = {},
): Steps<PlacementRow[]> {
  return parseRows(text, file, { ...TABLE, ignored: ignore }, placementOf, log);
}

function placementOf(row: Row): PlacementRow {
  const [x = 0, y = 0, z = 0] = (['x', 'y', 'z'] as const).map((name) => numberWithin(row, name, PLACES));
  const heading = numberWithin(row, 'heading', HEADINGS) ?? 0;
  const all = factorOf(row, 'scale') ?? 1;
  const [width = all, depth = all, height = all] = SCALES.map((name) => factorOf(row, name));
  const upright = uprightTransform([x, y, z], heading * DEGREE, [width, depth, height]);
  const [lean = 0, direction = 0] = (['lean', 'lean_direction'] as const).map((name) =>
    numberWithin(row, name, ANGLES),
  );
  const [instance, semantic, part] = [objectNumber(row, NUMBER_HINT), row.text('semantic'), row.text('part')];
  return {
    transform: leaning(upright, lean * DEGREE, direction * DEGREE),
    ...(instance !== undefined && { instance }),
    ...(semantic !== undefined && { semantic }),
    ...(row.has('part') && { part: part ?? '' }),
  };
}

const factorOf = (row: Row, column: Column): number | undefined => numberWithin(row, column, FACTORS);

/** Columns of inventories that look like sizes of the object, which a placement does not have. */
const SIZES = /^(height|hgt|h|dbh|bhd|diameter|d)(_?(m|cm|mm))?$/;
const TIPPED = /^(pitch|roll|tilt)$/;

function adviceOf(name: string): string | undefined {
  if (SIZES.test(name)) return 'sizes are factors of the model: scale, or scale_x, scale_y, scale_z';
  return TIPPED.test(name) ? 'a tipped object has lean and lean_direction' : undefined;
}
