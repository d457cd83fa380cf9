import { UserError } from '../base/errors.js';
import type { Files } from '../base/files/files.js';
import { type Log, SILENT_LOG } from '../base/log.js';
import { finishInTurns } from '../base/steps.js';
import { didYouMean } from '../base/yaml/check-document.js';
import { readPlacementTable } from '../scene/place/csv-placement.js';
import { NUMBER_ALIASES, objectNumber, warnOfShared } from '../scene/place/object-number.js';
import { numberWithin, parseRows, type TableColumns, type TableRow } from '../scene/place/table-rows.js';
import { TREE_COLUMNS } from '../scene/trees/tree-table.js';
import { DIAMETERS, HEIGHTS, isTreeName, LEAF_AREA_LIMITS, type ListedTree, STAND_TREES_MAX } from './scene-details.js';
import { centreOf, reachFrom } from './tree-places.js';
import { TREE_NAMES, type TreeName } from './trees/species.js';

const COLUMNS = ['x', 'y', 'species', 'diameter', 'diameter_cm', 'height', 'leaf_area', 'instance'] as const;
type Column = (typeof COLUMNS)[number];
type Row = TableRow<Column>;

const TABLE: TableColumns<Column> = Object.freeze({
  columns: COLUMNS,
  required: ['x', 'y'] as const,
  aliases: {
    diameter: ['dbh', 'dbh_m', 'diameter_m', 'bhd', 'd130'],
    diameter_cm: ['dbh_cm', 'bhd_cm', 'd130_cm'],
    height: ['height_m'],
    instance: NUMBER_ALIASES,
  },
  // A table that a run wrote has columns for readers of its points.
  ignored: TREE_COLUMNS,
});

const NUMBER_HINT = 'give the column another name, and trees are numbered in turn';
const CENTIMETRES = 100;
/** Nearly all trees thinner or thicker than this have a diameter in another unit [m]. */
const DOUBTFUL = { thin: 0.012, thick: 1.5 } as const;

/**
 * The trees of a table: x and y, from the middle of the forest or, far from the origin, in a grid, and optionally
 * species, diameter at breast height, height [m], leaf area [m²] and number of the object, whose cells may be empty:
 * those values are drawn, which `log` tells. Throws UserError with line and column, also for trees farther apart than
 * half of `extent` from their middle.
 */
export async function readTreeTable(
  files: Files,
  path: string,
  extent: number,
  log: Log = SILENT_LOG,
): Promise<ListedTree[]> {
  const text = await readPlacementTable(files, path);
  const places: TableRow<Column>[] = [];
  const read = (row: Row) => {
    places.push(row);
    return treeOf(row);
  };
  const trees = await finishInTurns(parseRows(text, path, TABLE, read, log));
  if (trees.length === 0 || trees.length > STAND_TREES_MAX)
    throw new UserError(`the table has ${trees.length} trees, expected 1 to ${STAND_TREES_MAX}`, {
      place: { file: path },
    });
  checkReach(trees, places, extent / 2);
  warnOfShared(path, trees, log);
  const doubt = unitDoubt(trees, places[0]);
  if (doubt !== undefined) log.warn(`${path}: ${doubt}`);
  return trees;
}

function treeOf(row: Row): ListedTree {
  const values = {
    species: speciesOf(row),
    diameter: diameterOf(row),
    height: within(row, 'height', HEIGHTS),
    leafArea: within(row, 'leaf_area', LEAF_AREA_LIMITS.listed, 'm²'),
    instance: objectNumber(row, NUMBER_HINT),
  };
  const known = Object.entries(values).filter(([, value]) => value !== undefined);
  return { x: row.number('x') ?? Number.NaN, y: row.number('y') ?? Number.NaN, ...Object.fromEntries(known) };
}

function diameterOf(row: Row): number | undefined {
  if (row.has('diameter')) return within(row, 'diameter', DIAMETERS);
  const { min, max } = DIAMETERS;
  const centimetres = within(row, 'diameter_cm', { min: CENTIMETRES * min, max: CENTIMETRES * max }, 'cm');
  return centimetres === undefined ? undefined : centimetres / CENTIMETRES;
}

/** The number of a cell; undefined: it is empty. Throws UserError outside of the range. */
const within = (row: Row, column: Column, { min, max }: { min: number; max: number }, unit = 'm') =>
  numberWithin(row, column, { min, max, unit }, (value) =>
    column === 'diameter' && value > max && value <= CENTIMETRES * max
      ? 'if these are centimetres, name the column diameter_cm or dbh_cm'
      : undefined,
  );

/** Throws UserError for a tree outside of the square of a forest, `reach` from its middle. */
function checkReach(trees: readonly ListedTree[], rows: readonly Row[], reach: number): void {
  const centre = centreOf(trees);
  if (reachFrom(trees, centre) <= reach) return;
  const [far] = trees.flatMap((tree, k) =>
    (['x', 'y'] as const).flatMap((axis, i) => (Math.abs(tree[axis] - centre[i]) > reach ? [{ k, axis, i }] : [])),
  );
  const { k, axis, i } = far;
  const limits = `${centre[i] - reach} to ${centre[i] + reach}`;
  throw new UserError(`${axis} is ${trees[k][axis]}; it takes a number from ${limits} (m)`, {
    place: rows[k].placeOf(axis),
    hint: 'trees stand within the extent of the forest, which is at most 2000 m, around its middle',
  });
}

/** A doubt about the unit of diameters that are all unusual for trees; undefined: there is none. */
function unitDoubt(trees: readonly ListedTree[], row: Row): string | undefined {
  const diameters = trees.flatMap(({ diameter }) => diameter ?? []);
  if (diameters.length === 0) return undefined;
  const { thin, thick } = DOUBTFUL;
  const all = (fits: (diameter: number) => boolean) => diameters.every(fits);
  if (row.has('diameter') && all((diameter) => diameter > thick))
    return `all diameters are above ${thick} m; if these are centimetres or inches, name the column diameter_cm and convert inches`;
  if (row.has('diameter_cm') && !row.has('diameter') && all((diameter) => diameter < thin))
    return `all diameters are below ${CENTIMETRES * thin} cm; if these are metres, name the column diameter or dbh`;
  return undefined;
}

function speciesOf(row: Row): TreeName | undefined {
  const name = row.text('species')?.toLowerCase();
  if (!name) return undefined;
  if (isTreeName(name)) return name;
  throw new UserError(`species is "${name}"; it takes one of ${TREE_NAMES.join(', ')}${didYouMean(name, TREE_NAMES)}`, {
    place: row.placeOf('species'),
  });
}
