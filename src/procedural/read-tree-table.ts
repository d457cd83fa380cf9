import { UserError } from '../base/errors.js';
import type { Files } from '../base/files/files.js';
import type { Log } from '../base/log.js';
import { finishInTurns } from '../base/steps.js';
import { didYouMean } from '../base/yaml/check-document.js';
import { readPlacementTable } from '../scene/place/csv-placement.js';
import { parseRows, type TableRow } from '../scene/place/table-rows.js';
import { DIAMETERS, HEIGHTS, isTreeName, type ListedTree, STAND_TREES_MAX } from './scene-details.js';
import { TREE_NAMES, type TreeName } from './trees/species.js';

const COLUMNS = ['x', 'y', 'species', 'diameter', 'height'] as const;
type Column = (typeof COLUMNS)[number];
type Row = TableRow<Column>;

/**
 * The trees of a table: x and y from the middle of the forest, at most half of `extent` away, and optionally species,
 * diameter at breast height and height [m], whose cells may be empty. Throws UserError with line and column.
 */
export async function readTreeTable(files: Files, path: string, extent: number, log?: Log): Promise<ListedTree[]> {
  const text = await readPlacementTable(files, path);
  const read = (row: Row) => treeOf(row, extent / 2);
  const trees = await finishInTurns(parseRows(text, path, { columns: COLUMNS, required: ['x', 'y'] }, read, log));
  if (trees.length > 0 && trees.length <= STAND_TREES_MAX) return trees;
  throw new UserError(`the table has ${trees.length} trees, expected 1 to ${STAND_TREES_MAX}`, {
    place: { file: path },
  });
}

function treeOf(row: Row, reach: number): ListedTree {
  const species = speciesOf(row);
  const diameter = optional(row, 'diameter', DIAMETERS);
  const height = optional(row, 'height', HEIGHTS);
  return {
    x: within(row, 'x', { min: -reach, max: reach }),
    y: within(row, 'y', { min: -reach, max: reach }),
    ...(species !== undefined && { species }),
    ...(diameter !== undefined && { diameter }),
    ...(height !== undefined && { height }),
  };
}

const optional = (row: Row, column: Column, range: { min: number; max: number }): number | undefined =>
  row.text(column) ? within(row, column, range) : undefined;

function within(row: Row, column: Column, { min, max }: { min: number; max: number }): number {
  const value = row.number(column) ?? Number.NaN;
  if (value >= min && value <= max) return value;
  const hint = column === 'x' || column === 'y' ? 'positions are counted from the middle of the forest' : undefined;
  throw new UserError(`${column} is ${value}; it takes a number from ${min} to ${max} (m)`, {
    place: row.placeOf(column),
    hint,
  });
}

function speciesOf(row: Row): TreeName | undefined {
  const name = row.text('species')?.toLowerCase();
  if (!name) return undefined;
  if (isTreeName(name)) return name;
  throw new UserError(`species is "${name}"; it takes one of ${TREE_NAMES.join(', ')}${didYouMean(name, TREE_NAMES)}`, {
    place: row.placeOf('species'),
  });
}
