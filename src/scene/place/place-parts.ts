import { type Affine, compose, determinant, IDENTITY } from '../../base/affine.js';
import { invariant, UserError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { finishInTurns, ROUNDS_A_STEP, type Steps } from '../../base/steps.js';
import { joinWords } from '../../base/text.js';
import type { Model } from '../model.js';
import type { ReadContext } from '../read/read-context.js';
import {
  movesInRun,
  type PlacementFacts,
  type Placements,
  type ScatterPlacement,
  type ScenePart,
} from '../scene-description.js';
import { PLACEMENTS_MAX } from './count-placements.js';
import { HeightGrid } from './height-grid.js';
import { PlacementTables } from './placement-tables.js';
import { type GroundHeight, scatterPlaces } from './scatter.js';
import { type StandingPart, standParts } from './stand.js';
import { standEach } from './stand-each.js';
import { checkTransform } from './transforms.js';

/** A part with its model and all its placements. */
export interface PlacedPart {
  description: ScenePart;
  model: Model;
  /** Model frame to world; a single one for a part that is placed once. */
  transforms: Affine[];
  /** Facts of the object of each placement; absent: none are stated. */
  facts?: readonly PlacementFacts[];
  /** Whether it is left out, since it has no place. */
  isLeftOut?: true;
}

/** Options of placing parts. */
interface PlacingOptions extends ReadContext {
  /** Whether a group of the mesh of one of the model's instances is ground, by its class; absent: none is. */
  isGround?: GroundTest;
  /** Whether the model of a part, by its number, was unreadable, so that it is left out; absent: all could be read. */
  isUnread?(part: number): boolean;
  /** Receives the reason why a part has no place, and the others are placed without it; absent: it is thrown. */
  onLeftOut?(fault: UserError): void;
}

/** Whether a group of the mesh of one of the model's instances is ground, by its class. */
export type GroundTest = (part: PlacedPart) => (instance: number, group: number) => boolean;

/** Leaves a part out for a fault, or throws it. */
type LeaveOut = (part: PlacedPart, fault: unknown) => void;

/**
 * All placements of every part, in the order of the description; `models` are the parts' own, in the same order. Parts
 * that stand on others are placed after them; `isGround` selects the ground of parts that stand on no part by name.
 * Throws UserError, unless `onLeftOut` receives it, for parts that stand on each other in a circle, or have no ground
 * under them, for faulty tables, for transforms that flatten and for more than PLACEMENTS_MAX placements; AbortedError.
 */
export async function placeParts(
  parts: readonly ScenePart[],
  models: readonly Model[],
  options: PlacingOptions,
): Promise<PlacedPart[]> {
  const { signal, onLeftOut, isUnread } = options;
  const leaveOut: LeaveOut = (part, fault) => {
    if (!onLeftOut || !(fault instanceof UserError)) throw fault;
    Object.assign(part, { transforms: [], isLeftOut: true });
    onLeftOut(fault);
  };
  const placed = parts.map(
    (description, index): PlacedPart => ({
      description,
      model: models[index],
      transforms: [],
      ...(isUnread?.(index) && { isLeftOut: true }),
    }),
  );
  const byName = new Map(placed.map((part) => [part.description.name, part]));
  const tables = new PlacementTables(parts, options);
  const done = new Map<string, PlacedPart>();
  let count = 0;
  for (const level of inLevels(placed, byName, leaveOut)) {
    for (const part of level) {
      if (part.isLeftOut) continue;
      try {
        checkGround(part, byName);
        const { transforms, facts } = await partPlaces(part.description, { all: byName, done }, tables, options);
        Object.assign(part, { transforms, ...(facts && { facts }) });
        await finishInTurns(moveToPlaces(part), signal);
      } catch (error) {
        leaveOut(part, error);
      }
      done.set(part.description.name, part);
      count += part.transforms.length;
      checkCount(count, part.description);
    }
    await finishInTurns(standLevel(level, placed, byName, { ...options, leaveOut }), signal);
  }
  tables.warnOfUntaken();
  return placed;
}

/** Throws UserError if the part stands on a missing one. */
function checkGround(part: PlacedPart, byName: ReadonlyMap<string, PlacedPart>): void {
  const { name, place, stand, placement } = part.description;
  const scatter = placement.kind === 'scatter' ? placement : undefined;
  const on = stand?.part ?? scatter?.on;
  if (on === undefined) return;
  const ground = byName.get(on);
  const moves = ground !== undefined && movesInRun(ground.description);
  if (ground && !ground.isLeftOut && !moves) return;
  const what = moves
    ? `${on}, which moves`
    : ground
      ? `${on}, which has no place itself`
      : `"${on}", which is not a part of the scene`;
  throw new UserError(`${name} stands on ${what}`, {
    place: (stand?.part === undefined ? scatter : stand)?.place ?? place,
  });
}

/** Puts the parts of a level that stand on something on their grounds, all parts on the same ground at once. */
function* standLevel(
  level: readonly PlacedPart[],
  placed: readonly PlacedPart[],
  byName: ReadonlyMap<string, PlacedPart>,
  { isGround = () => () => false, leaveOut, log }: Pick<PlacingOptions, 'isGround' | 'log'> & { leaveOut: LeaveOut },
): Steps<void> {
  const byGround = new Map<PlacedPart | undefined, StandingPart[]>();
  for (const part of level.filter(isStanding)) {
    const ground = groundPart(part, byName);
    byGround.set(ground, [...(byGround.get(ground) ?? []), part]);
  }
  for (const [ground, parts] of byGround) {
    const grounds = ground
      ? [ground]
      : placed.filter(isFreeGround).map((part) => ({ ...part, isGround: isGround(part) }));
    const single = (part: StandingPart) => part.description.stand.each === true;
    yield* standParts(
      parts.filter((part) => !single(part)),
      grounds,
      leaveOut,
    );
    yield* standEach(parts.filter(single), grounds, leaveOut, log);
  }
}

const isStanding = (part: PlacedPart): part is StandingPart => part.description.stand !== undefined;

const standsFree = ({ description: { stand, placement } }: PlacedPart): boolean =>
  stand === undefined && !(placement.kind === 'scatter' && placement.on !== undefined);

/** What moves is no ground. */
export const isFreeGround = (part: PlacedPart): boolean => standsFree(part) && !movesInRun(part.description);

/** The parts in levels: those that stand on nothing first, then those that stand on these, and so on. */
function inLevels(
  placed: readonly PlacedPart[],
  byName: ReadonlyMap<string, PlacedPart>,
  leaveOut: LeaveOut,
): PlacedPart[][] {
  const levels: PlacedPart[][] = [];
  const known = new Map<PlacedPart, number>();
  for (const part of inOrderOfGround(placed, byName, leaveOut)) {
    const below = groundPart(part, byName);
    const level = standsFree(part) ? 0 : 1 + (below === undefined ? 0 : (known.get(below) ?? 0));
    known.set(part, level);
    levels[level] ??= [];
    levels[level].push(part);
  }
  return levels.filter((level) => level !== undefined);
}

/** Throws UserError if this part exceeds the limit. */
function checkCount(count: number, { name, place }: ScenePart): void {
  if (count <= PLACEMENTS_MAX) return;
  throw new UserError(`found ${count} placements up to part ${name}, expected at most ${PLACEMENTS_MAX} in a scene`, {
    place,
    hint: 'place groups of objects instead of single ones: a model file may hold many',
  });
}

/** Applies the part's own transform before each of its placements, one at a time, since there may be millions. */
function* moveToPlaces({ description, transforms }: PlacedPart): Steps<void> {
  const { name, transform, placement, place } = description;
  for (let k = 0; k < transforms.length; k++) {
    if (k % ROUNDS_A_STEP === 0) yield;
    // A row of a table with the scale 0: an object that is left out.
    const isNothing = placement.kind === 'csv' && determinant(transforms[k]) === 0;
    transforms[k] = compose(transforms[k], transform);
    if (isNothing) continue;
    checkTransform(transforms[k], transforms.length > 1 ? `${name}#${k + 1}` : name, place);
  }
}

/** Parts by name. */
interface OtherParts {
  all: ReadonlyMap<string, PlacedPart>;
  /** Those that have their places. */
  done: ReadonlyMap<string, PlacedPart>;
}

async function partPlaces(
  description: ScenePart,
  others: OtherParts,
  tables: PlacementTables,
  { log, signal }: ReadContext,
): Promise<Placements> {
  const { placement } = description;
  switch (placement.kind) {
    case 'once':
      return { transforms: [IDENTITY] };
    case 'list':
      return { transforms: [...placement.transforms], ...(placement.facts && { facts: placement.facts }) };
    case 'csv':
      return tables.of(description, placement.path);
    case 'scatter':
      return { transforms: await finishInTurns(scatterPart(description, placement, others, log), signal) };
  }
}

function* scatterPart(
  description: ScenePart,
  placement: ScatterPlacement,
  others: OtherParts,
  log: Log,
): Steps<Affine[]> {
  const ground = yield* groundOf(description, placement, others.all);
  const taken = placesToKeepClear(description, placement, others);
  const places = yield* scatterPlaces(placement, description.name, ground, taken);
  const { count, on, spacing, clearOf = [] } = placement;
  const where = on === undefined ? '' : ` on ${on}`;
  if (places.length === 0 && count > 0)
    throw new UserError(`no place for ${description.name}${where} was found in its rectangle`, {
      place: placement.place ?? description.place,
      hint: on === undefined ? 'Make the rectangle larger.' : `Check that ${on} lies under the rectangle.`,
    });
  const from = clearOf.length === 0 ? '' : ` and from ${joinWords(clearOf, 'and')}`;
  if (places.length < count)
    log.warn(
      `${description.name}: ${places.length} of ${count} places${where} are at least ${spacing} m apart${from}; no more were found`,
    );
  return places;
}

/** The placements that a scattered part keeps its spacing from. Throws UserError if some are not known yet. */
function placesToKeepClear(
  { name, place }: ScenePart,
  { clearOf = [], place: ownPlace }: ScatterPlacement,
  { all, done }: OtherParts,
): Affine[] {
  return clearOf.flatMap((other) => {
    const part = done.get(other);
    if (part || all.get(other)?.isLeftOut) return part?.transforms ?? [];
    const what = all.has(other) ? `${other}, which is placed after it` : `"${other}", which is not a part of the scene`;
    throw new UserError(`${name} keeps clear of ${what}`, {
      place: ownPlace ?? place,
      hint: `Name ${other} before ${name}, and let both stand on the same part.`,
    });
  });
}

function* groundOf(
  description: ScenePart,
  placement: ScatterPlacement,
  placed: ReadonlyMap<string, PlacedPart>,
): Steps<GroundHeight> {
  if (placement.on === undefined) return () => 0;
  const ground = placed.get(placement.on);
  invariant(ground, 'the ground of each part is looked up before it is placed');
  const grid = yield* HeightGrid.over([ground], placement, description.place);
  return (x, y) => grid.heightAt(x, y);
}

/** The parts, each after its ground. */
function inOrderOfGround(
  parts: readonly PlacedPart[],
  byName: ReadonlyMap<string, PlacedPart>,
  leaveOut: LeaveOut,
): Iterable<PlacedPart> {
  const ordered = new Set<PlacedPart>();
  for (const part of parts) {
    // Down to a part that stands on nothing, then back up.
    const chain = [part];
    for (let below = groundPart(part, byName); below && !ordered.has(below); below = groundPart(below, byName)) {
      if (chain.includes(below)) {
        leaveOut(part, standInCircle(chain));
        break;
      }
      chain.push(below);
    }
    for (const one of chain.reverse()) ordered.add(one);
  }
  return ordered;
}

function standInCircle(parts: readonly PlacedPart[]): UserError {
  const names = parts.map(({ description: { name } }) => name).join(', ');
  const [{ description }] = parts;
  return new UserError(`the parts ${names} stand on each other`, {
    place: description.stand?.place ?? description.place,
  });
}

function groundPart({ description }: PlacedPart, byName: ReadonlyMap<string, PlacedPart>): PlacedPart | undefined {
  const { placement, stand } = description;
  const name = stand?.part ?? (placement.kind === 'scatter' ? placement.on : undefined);
  return name === undefined ? undefined : byName.get(name);
}
