import { UserError } from '../base/errors.js';
import type { Model } from '../scene/model.js';
import { generateForest } from './forest.js';
import { PROCEDURAL_LIMITS, type ProceduralKind } from './procedural-kind.js';
import { generateRoom } from './room.js';
import { generateStreet } from './street.js';
import { generateTerrain } from './terrain.js';

const GENERATORS: Readonly<Record<ProceduralKind, (seed: number, triangles: number) => Model>> = Object.freeze({
  forest: generateForest,
  street: generateStreet,
  room: generateRoom,
  terrain: generateTerrain,
});

/**
 * A scene of this kind with `triangles` triangles within 2 %, counting every instance; metres, z up, with space for a
 * scanner at the origin. The same options yield the same model on every machine. Throws UserError for a number of
 * triangles outside the kind's limits or a seed that is not a safe integer.
 */
export function generateModel(kind: ProceduralKind, options: { seed: number; triangles: number }): Model {
  const { minTriangles, maxTriangles } = PROCEDURAL_LIMITS[kind];
  const { seed, triangles } = options;
  if (!(triangles >= minTriangles && triangles <= maxTriangles))
    throw new UserError(
      `a generated ${kind} of ${triangles} triangles cannot be made; ${minTriangles} … ${maxTriangles} are possible`,
      { hint: 'choose another number of triangles' },
    );
  if (!Number.isSafeInteger(seed))
    throw new UserError(`the seed ${seed} is not a whole number`, { hint: 'choose a whole number, such as 1' });
  return GENERATORS[kind](seed, Math.floor(triangles));
}
