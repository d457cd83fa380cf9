import { UserError } from '../base/errors.js';
import type { Assignment, Campaign, GridAxis, Row, Split, Variable } from './campaign.js';
import { canonicalJson } from './canonical-json.js';
import { whereLost, withValueAt } from './json-pointer.js';
import { unitOf } from './node-sha256.js';
import { pickWeighted } from './pick-weighted.js';
import { inShares } from './split-shares.js';
import { filled } from './templates.js';
import { SEED } from './variables/seed.js';

/** The random numbers of a survey's own seed. */
const NOISE = '$noise';
/** Place of that seed, unless the campaign sets it. */
const SEED_POINTER = '/seed';

/** Number of cells of the grid. */
export const gridCells = ({ grid }: Pick<Campaign, 'grid'>): number =>
  grid.reduce((product, { values }) => product * values.length, 1);

/** Number of surveys. */
export const rowCount = (campaign: Campaign): number => campaign.count * gridCells(campaign);

/**
 * The survey number `index`: cell by cell of the grid, the last axis first, draw after draw. Draws depend on the
 * campaign's seed, the number of the draw, the name of the variable and the attempt alone, so other variables and more
 * draws change nothing. Attempts after the first are those of draws that are of no use. Throws UserError for a value
 * without a place.
 */
export function rowAt(campaign: Campaign, index: number, attempt = 0): Row {
  const place = placeAt(campaign, index, gridCells(campaign), attempt);
  const { cell } = place;
  const split = campaign.given?.rows[place.draw].split ?? splitOf(campaign, place);
  const drawn = campaign.variables.map((variable) => [variable.name, drawnValue(variable, place, split)] as const);
  const variables: Record<string, unknown> = { ...cell, ...place.given, ...Object.fromEntries(drawn) };
  let survey: unknown = campaign.base.document.value;
  if (!campaign.assignments.some(({ pointer }) => pointer === SEED_POINTER))
    survey = withValueAt(survey, ['seed'], SEED.value({} as never, unitOf(keyOf(place, NOISE, true))));
  for (const assignment of campaign.assignments)
    survey = withAssigned(campaign, survey, assignment, filled(assignment.template, variables));
  return {
    index,
    ...(attempt > 0 && { attempt }),
    variables,
    ...(split !== undefined && { split }),
    survey: survey as Row['survey'],
  };
}

/** A survey with one value set. Throws UserError where values that were set before left no place for it. */
function withAssigned(
  { document }: Campaign,
  survey: unknown,
  { pointer, steps }: Assignment,
  value: unknown,
): unknown {
  const next = withValueAt(survey, steps, value);
  if (next !== undefined) return next;
  throw new UserError(
    `set: found ${JSON.stringify(pointer)}, which leads nowhere in what is set before it, ${whereLost(survey, steps)}`,
    { place: document.placeOfKey(['set'], pointer) },
  );
}

/** Draw and cell of a survey, where each draw has so many cells. */
function placeAt({ seed, grid, given }: Campaign, index: number, cells: number, attempt: number): Place {
  const draw = Math.floor(index / cells);
  return { seed, draw, attempt, cell: cellAt(grid, index % cells), given: given?.rows[draw].values ?? {} };
}

/** Draw and cell of the grid. */
interface Place {
  seed: number;
  draw: number;
  attempt: number;
  cell: Readonly<Record<string, unknown>>;
  /** Values that a program made. */
  given: Readonly<Record<string, unknown>>;
}

function cellAt(grid: readonly GridAxis[], cell: number): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  let left = cell;
  for (const { name, values: all } of [...grid].reverse()) {
    values[name] = all[left % all.length];
    left = Math.floor(left / all.length);
  }
  return values;
}

function drawnValue(variable: Variable, place: Place, split: string | undefined): unknown {
  const { kind, heldOut, clip, stream, perCell, typedKeys } = variable;
  const parameters = heldOut ? heldOut[split === TEST ? 'test' : 'others'] : variable.parameters;
  const value = kind.value(parameters as never, unitOf(keyOf(place, stream, perCell)), clip);
  return (typeof value === 'string' ? typedKeys?.get(value) : undefined) ?? value;
}

/** The split that has the values that are held out. */
export const TEST = 'test';

/** Key of a random number. */
const keyOf = ({ seed, draw, attempt, cell }: Place, stream: string, perCell: boolean): string =>
  canonicalJson([seed, draw, stream, attempt, ...(perCell ? [cell] : [])]);

function splitOf(campaign: Campaign, place: Place): string | undefined {
  const { split, variables } = campaign;
  if (!split) return undefined;
  const group = canonicalJson(groupOf(split, variables, place));
  const known = splitsOf(campaign, split).get(group);
  if (known !== undefined) return known;
  // Of a draw that was made again, with values that no first draw has: by chance, whatever other draws are made again.
  const shares = split.shares.map(({ name, share }) => [name, share] as const);
  return pickWeighted(shares, unitOf(canonicalJson([place.seed, 'split', group])));
}

const KNOWN_SPLITS = new WeakMap<Campaign, ReadonlyMap<string, string>>();

/** The splits of all groups of a campaign, which have their shares in the order of the draws. */
function splitsOf(campaign: Campaign, split: Split): ReadonlyMap<string, string> {
  const known = KNOWN_SPLITS.get(campaign);
  if (known) return known;
  const names = inShares(split.shares);
  const splits = new Map<string, string>();
  const cells = split.by === undefined ? 1 : gridCells(campaign);
  for (let index = 0; index < campaign.count * cells; index++) {
    const group = canonicalJson(groupOf(split, campaign.variables, placeAt(campaign, index, cells, 0)));
    if (!splits.has(group)) splits.set(group, names.next().value);
  }
  KNOWN_SPLITS.set(campaign, splits);
  return splits;
}

/** Values that surveys of one set share: those of `by`, or else the draw. */
function groupOf({ by }: Split, variables: readonly Variable[], place: Place): unknown[] {
  if (by === undefined) return [place.draw];
  return by.map((name) => {
    const variable = variables.find((candidate) => candidate.name === name);
    if (variable) return drawnValue(variable, place, undefined);
    return Object.hasOwn(place.given, name) ? place.given[name] : place.cell[name];
  });
}
