import { type Affine, compose } from '../../base/affine.js';
import { UserError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import type { Model } from '../model.js';
import type { ReadContext } from '../read/read-context.js';
import { readWholeText } from '../read/scene-file.js';
import type { ScatterPlacement, ScenePart } from '../scene-description.js';
import { parsePlacements } from './csv-placement.js';
import { HeightGrid } from './height-grid.js';
import { type GroundHeight, scatterPlaces } from './scatter.js';
import { checkTransform } from './transforms.js';

/** A part with its model and all its placements. */
export interface PlacedPart {
  description: ScenePart;
  model: Model;
  /** Model frame to world; a single one for a part that is placed once. */
  transforms: Affine[];
}

/** Tables of places are text; larger ones are something else. */
const MAX_TABLE_BYTES = 1 << 30;

/**
 * All placements of every part, in the order of the description; `models` are the parts' own, in the same order. Parts
 * that stand on others are placed after them. Throws UserError for parts that stand on each other in a circle, for
 * faulty tables and for transforms that flatten.
 */
export async function placeParts(
  parts: readonly ScenePart[],
  models: readonly Model[],
  context: ReadContext,
): Promise<PlacedPart[]> {
  const placed = parts.map((description, index): PlacedPart => ({ description, model: models[index], transforms: [] }));
  const byName = new Map(placed.map((part) => [part.description.name, part]));
  for (const part of inOrderOfGround(placed, byName)) {
    const { description } = part;
    const places = await partPlaces(description, byName, context);
    part.transforms = places.map((place) => compose(place, description.transform));
    part.transforms.forEach((transform, index) => {
      checkTransform(
        transform,
        places.length > 1 ? `${description.name}#${index + 1}` : description.name,
        description.place,
      );
    });
  }
  return placed;
}

const STANDING_AS_IT_IS: Affine[] = [[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]];

async function partPlaces(
  description: ScenePart,
  placed: ReadonlyMap<string, PlacedPart>,
  { files, log }: ReadContext,
): Promise<Affine[]> {
  const { placement } = description;
  switch (placement.kind) {
    case 'once':
      return STANDING_AS_IT_IS;
    case 'list':
      return placement.transforms;
    case 'csv':
      return parsePlacements(await readWholeText(files, placement.path, MAX_TABLE_BYTES), placement.path);
    case 'scatter':
      return scatterPart(description, placement, placed, log);
  }
}

function scatterPart(
  description: ScenePart,
  placement: ScatterPlacement,
  placed: ReadonlyMap<string, PlacedPart>,
  log: Log,
): Affine[] {
  const places = scatterPlaces(placement, description.name, groundOf(description, placement, placed));
  const { count, on, spacing } = placement;
  const where = on === undefined ? '' : ` on ${on}`;
  if (places.length === 0 && count > 0)
    throw new UserError(`no place for ${description.name}${where} was found in its rectangle`, {
      place: description.place,
      hint: on === undefined ? 'Make the rectangle larger.' : `Check that ${on} lies under the rectangle.`,
    });
  if (places.length < count)
    log.warn(
      `${description.name}: ${places.length} of ${count} places${where} are at least ${spacing} m apart; no more were found`,
    );
  return places;
}

function groundOf(
  description: ScenePart,
  placement: ScatterPlacement,
  placed: ReadonlyMap<string, PlacedPart>,
): GroundHeight {
  if (placement.on === undefined) return () => 0;
  const ground = placed.get(placement.on);
  if (!ground)
    throw new UserError(`${description.name} stands on "${placement.on}", which is not a part of the scene`, {
      place: description.place,
    });
  const grid = new HeightGrid(ground.model, ground.transforms, placement, description.place);
  return (x, y) => grid.heightAt(x, y);
}

/** The parts, each after the one on which it stands. */
function inOrderOfGround(parts: readonly PlacedPart[], byName: ReadonlyMap<string, PlacedPart>): Iterable<PlacedPart> {
  const ordered = new Set<PlacedPart>();
  for (const part of parts) {
    // Down to a part that stands on nothing, then back up.
    const chain = [part];
    for (let below = groundPart(part, byName); below && !ordered.has(below); below = groundPart(below, byName)) {
      if (chain.includes(below))
        throw new UserError(
          `the parts ${chain.map(({ description }) => description.name).join(', ')} stand on each other`,
          {
            place: part.description.place,
          },
        );
      chain.push(below);
    }
    for (const one of chain.reverse()) ordered.add(one);
  }
  return ordered;
}

function groundPart({ description }: PlacedPart, byName: ReadonlyMap<string, PlacedPart>): PlacedPart | undefined {
  const { placement } = description;
  return placement.kind === 'scatter' && placement.on !== undefined ? byName.get(placement.on) : undefined;
}
