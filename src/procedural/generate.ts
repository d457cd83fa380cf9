import { UserError } from '../base/errors.js';
import type { Vec3 } from '../base/vec3.js';
import { showValue } from '../base/yaml/faults.js';
import type { Model } from '../scene/model.js';
import { generateDistrict } from './district.js';
import { generateForest } from './forest.js';
import { PROCEDURAL_LIMITS, type ProceduralKind, type SceneSize, sizeFault } from './procedural-kind.js';
import { ROOM } from './room/shell.js';
import { generateRoom } from './room.js';
import { detailFaults, type SceneDetails } from './scene-details.js';
import { generateStreet } from './street.js';
import { generateTerrain } from './terrain.js';
import { generateTree } from './tree-alone.js';
import { varyMaterials } from './vary-materials.js';

type Generator = (seed: number, triangles: number, size: SceneSize, details: SceneDetails) => GeneratedScene;

/** A scene, and the middles of the lanes of a street. */
export interface GeneratedScene {
  model: Model;
  lanes?: Vec3[][];
}

const GENERATORS: Readonly<Record<ProceduralKind, Generator>> = Object.freeze({
  forest: (...wish) => ({ model: generateForest(...wish) }),
  tree: (...wish) => ({ model: generateTree(...wish) }),
  street: (seed, triangles, size, details) => generateStreet(seed, triangles, { ...size, ...details }),
  district: (seed, triangles, size, details) => ({ model: generateDistrict(seed, triangles, { ...size, ...details }) }),
  // Its length is along x and its width along y, like the street's.
  room: (seed, triangles, { length = ROOM.width, width = ROOM.depth, height = ROOM.height, furniture }) => ({
    model: generateRoom(seed, triangles, { width: length, depth: width, height, furniture }),
  }),
  terrain: (seed, triangles, size) => ({ model: generateTerrain(seed, triangles, size) }),
});

/** Options of a generated scene. */
export interface GenerateOptions {
  seed: number;
  triangles: number;
  /** Absent: by the number of triangles and the kind. */
  size?: SceneSize;
  /** Further details of the kind; absent: none. */
  details?: SceneDetails;
}

/**
 * A scene of this kind with `triangles` triangles within 2 %, counting every instance; metres, z up, with space for a
 * scanner at the origin. The same options yield the same model on every machine. Throws UserError for a number of
 * triangles outside the kind's limits, a size or detail that the kind does not have, or a seed that is not a safe
 * integer.
 */
export const generateModel = (kind: ProceduralKind, options: GenerateOptions): Model =>
  generateScene(kind, options).model;

/** `generateModel`, with the lanes of a street. */
export function generateScene(kind: ProceduralKind, options: GenerateOptions): GeneratedScene {
  const { minTriangles, maxTriangles } = PROCEDURAL_LIMITS[kind];
  const { seed, triangles, size = {}, details = {} } = options;
  if (!(triangles >= minTriangles && triangles <= maxTriangles))
    throw new UserError(
      `a generated ${kind} of ${triangles} triangles cannot be made; ${minTriangles} … ${maxTriangles} are possible`,
      { hint: 'choose another number of triangles' },
    );
  if (!Number.isSafeInteger(seed))
    throw new UserError(`the seed ${seed} is not a whole number`, { hint: 'choose a whole number, such as 1' });
  const fault = sizeFault(kind, size);
  if (fault) throw new UserError(`${fault.key}: found ${fault.found}, expected ${fault.expected}`);
  const [amiss] = detailFaults(kind, details, size);
  if (amiss)
    throw new UserError(`${amiss.path.join('.')}: found ${showValue(amiss.found)}, expected ${amiss.expected}`);
  const scene = GENERATORS[kind](seed, Math.floor(triangles), size, details);
  return details.materials === 'varied' ? { ...scene, model: varyMaterials(scene.model, seed) } : scene;
}
