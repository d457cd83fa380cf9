import { type Affine, compose } from '../../base/affine.js';
import { UserError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import type { Model } from '../model.js';
import type { ReadContext } from '../read/read-context.js';
import { readWholeText } from '../read/scene-file.js';
import type { ScatterPlacement, ScenePartPlan } from '../scene-plan.js';
import { parsePlacements } from './csv-placement.js';
import { HeightGrid } from './height-grid.js';
import { type GroundHeight, scatterPlaces } from './scatter.js';
import { checkTransform } from './transforms.js';

/** A part with its model and all the places where it stands. */
export interface PlacedPart {
  plan: ScenePartPlan;
  model: Model;
  /** Model frame to world; one for a part that stands once. */
  transforms: Affine[];
}

/** Tables of places are text; larger ones are something else. */
const MAX_TABLE_BYTES = 1 << 30;

/**
 * Where every part stands, in the order of the plan; `models` are the parts' own, in the same order. Parts that stand on
 * others are placed after them. Throws UserError for parts that stand on each other in a circle, for faulty tables and
 * for transforms that flatten.
 */
export async function placeParts(
  parts: readonly ScenePartPlan[],
  models: readonly Model[],
  context: ReadContext,
): Promise<PlacedPart[]> {
  const placed = parts.map((plan, index): PlacedPart => ({ plan, model: models[index], transforms: [] }));
  const byName = new Map(placed.map((part) => [part.plan.name, part]));
  for (const part of inOrderOfGround(placed, byName)) {
    const { plan } = part;
    const places = await partPlaces(plan, byName, context);
    part.transforms = places.map((place) => compose(place, plan.transform));
    part.transforms.forEach((transform, index) => {
      checkTransform(transform, places.length > 1 ? `${plan.name}#${index + 1}` : plan.name, plan.place);
    });
  }
  return placed;
}

const STANDING_AS_IT_IS: Affine[] = [[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]];

async function partPlaces(
  plan: ScenePartPlan,
  placed: ReadonlyMap<string, PlacedPart>,
  { files, log }: ReadContext,
): Promise<Affine[]> {
  const { placement } = plan;
  switch (placement.kind) {
    case 'once':
      return STANDING_AS_IT_IS;
    case 'list':
      return placement.transforms;
    case 'csv':
      return parsePlacements(await readWholeText(files, placement.path, MAX_TABLE_BYTES), placement.path);
    case 'scatter':
      return scatterPart(plan, placement, placed, log);
  }
}

function scatterPart(
  plan: ScenePartPlan,
  placement: ScatterPlacement,
  placed: ReadonlyMap<string, PlacedPart>,
  log: Log,
): Affine[] {
  const places = scatterPlaces(placement, plan.name, groundOf(plan, placement, placed));
  const { count, on, spacing } = placement;
  const where = on === undefined ? '' : ` on ${on}`;
  if (places.length === 0 && count > 0)
    throw new UserError(`no place for ${plan.name}${where} was found in its rectangle`, {
      place: plan.place,
      hint: on === undefined ? 'Make the rectangle larger.' : `Check that ${on} lies under the rectangle.`,
    });
  if (places.length < count)
    log.warn(
      `${plan.name}: ${places.length} of ${count} places${where} are at least ${spacing} m apart; no more were found`,
    );
  return places;
}

function groundOf(
  plan: ScenePartPlan,
  placement: ScatterPlacement,
  placed: ReadonlyMap<string, PlacedPart>,
): GroundHeight {
  if (placement.on === undefined) return () => 0;
  const ground = placed.get(placement.on);
  if (!ground)
    throw new UserError(`${plan.name} stands on «${placement.on}», which is no part of the scene`, {
      place: plan.place,
    });
  const grid = new HeightGrid(ground.model, ground.transforms, placement, plan.place);
  return (x, y) => grid.heightAt(x, y);
}

/** The parts, each after the one that it stands on. */
function inOrderOfGround(parts: readonly PlacedPart[], byName: ReadonlyMap<string, PlacedPart>): Iterable<PlacedPart> {
  const ordered = new Set<PlacedPart>();
  for (const part of parts) {
    // Down to what stands on nothing, then back up.
    const chain = [part];
    for (let below = groundPart(part, byName); below && !ordered.has(below); below = groundPart(below, byName)) {
      if (chain.includes(below))
        throw new UserError(`the parts ${chain.map(({ plan }) => plan.name).join(', ')} stand on each other`, {
          place: part.plan.place,
        });
      chain.push(below);
    }
    for (const one of chain.reverse()) ordered.add(one);
  }
  return ordered;
}

function groundPart({ plan }: PlacedPart, byName: ReadonlyMap<string, PlacedPart>): PlacedPart | undefined {
  const { placement } = plan;
  return placement.kind === 'scatter' && placement.on !== undefined ? byName.get(placement.on) : undefined;
}
