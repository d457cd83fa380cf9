import type { CreateOptions, WithFiles } from '../../base/files/files.js';
import { writeTextFile } from '../../base/files/text-file.js';
import { quotedCell } from '../../base/text.js';
import type { SceneTree } from './stand.js';

/** Columns of a table of trees: their name, and the decimals of numbers. */
const COLUMNS: readonly (readonly [string, keyof SceneTree, number?])[] = [
  ['id', 'id', 0],
  ['name', 'name'],
  ['species', 'species'],
  ['x', 'x', 3],
  ['y', 'y', 3],
  ['z', 'z', 3],
  ['diameter', 'diameter', 4],
  ['height', 'height', 3],
  ['crown_base', 'crownBase', 3],
  ['crown_radius', 'crownRadius', 3],
  ['leaf_area', 'leafArea', 2],
];

/** Names of the columns of a table of trees. */
export const TREE_COLUMNS: readonly string[] = COLUMNS.map(([name]) => name);

/** The table of these trees as CSV text, metres and square metres, which `trees` of a forest takes again. */
export function treeTable(trees: readonly SceneTree[]): string {
  const rows = trees.map((tree) => COLUMNS.map(([, key, decimals]) => cell(tree[key], decimals)).join(','));
  return [TREE_COLUMNS.join(','), ...rows, ''].join('\n');
}

const cell = (value: string | number, decimals?: number): string =>
  typeof value === 'number' ? value.toFixed(decimals) : quotedCell(value);

/** Ending of tables of trees. */
export const TREES_ENDING = '.trees.csv';

/** The path of the table of trees beside a model: `plot.trees.csv` for `plot.glb`. */
export const treesPath = (model: string): string => `${model.replace(/\.[^./\\]*$/, '')}${TREES_ENDING}`;

/** Writes the table of these trees. Throws UserError if the file cannot be written. */
export async function writeTrees(
  path: string,
  trees: readonly SceneTree[],
  { files, force }: CreateOptions & WithFiles,
): Promise<void> {
  await writeTextFile(files, path, treeTable(trees), { force });
}
