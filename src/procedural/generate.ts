import { UserError } from '../base/errors.js';
import type { Model } from '../scene/model.js';
import type { GeneratedSource } from '../scene/scene-description.js';
import { generateForest } from './forest.js';
import type { ProceduralKind } from './procedural-kind.js';
import { generateRoom } from './room.js';
import { generateStreet } from './street.js';
import { generateTerrain } from './terrain.js';

interface Generator {
  make(seed: number, triangles: number): Model;
  /** Fewer would not show what the scene is; more would not fit into memory. */
  minTriangles: number;
  maxTriangles: number;
}

/** The generators with their limits. Forests repeat a few trees, so that their number hardly needs memory. */
export const GENERATORS: Readonly<Record<ProceduralKind, Generator>> = Object.freeze({
  forest: { make: generateForest, minTriangles: 1_000, maxTriangles: 10_000_000_000 },
  street: { make: generateStreet, minTriangles: 20_000, maxTriangles: 100_000_000 },
  room: { make: generateRoom, minTriangles: 20_000, maxTriangles: 20_000_000 },
  terrain: { make: generateTerrain, minTriangles: 200, maxTriangles: 50_000_000 },
});

/**
 * A scene of that kind with `triangles` triangles within 2 %, every instance counted; metres, z up, the origin where a
 * scanner may stand. The same options give the same model on every machine.
 * Throws UserError for a number of triangles outside the kind's limits or a seed that is no safe integer.
 */
export function generateModel(kind: ProceduralKind, options: { seed: number; triangles: number }): Model {
  const { make, minTriangles, maxTriangles } = GENERATORS[kind];
  const { seed, triangles } = options;
  if (!(triangles >= minTriangles && triangles <= maxTriangles))
    throw new UserError(
      `a generated ${kind} of ${triangles} triangles cannot be made; ${minTriangles} … ${maxTriangles} are possible`,
      { hint: 'choose another number of triangles' },
    );
  if (!Number.isSafeInteger(seed))
    throw new UserError(`the seed ${seed} is not a whole number`, { hint: 'choose a whole number, such as 1' });
  return make(seed, Math.floor(triangles));
}

/** A part of a scene that `generateModel` makes when the scene is loaded. */
export function generatedSource(
  generator: ProceduralKind,
  { seed, triangles }: { seed: number; triangles: number },
): GeneratedSource {
  return {
    kind: 'generated',
    generator,
    seed,
    triangles,
    generate: () => generateModel(generator, { seed, triangles }),
  };
}
