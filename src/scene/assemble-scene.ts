import { type SourcePlace, UserError } from '../base/errors.js';
import type { Log } from '../base/log.js';
import { asprsClassName } from './asprs-classes.js';
import { fitUvs } from './fit-uvs.js';
import { type FlatScene, flatten, type Piece } from './flatten.js';
import type { Mesh } from './model.js';
import { canBeInverted } from './place/transforms.js';
import type { LabelNames, Scene, SceneMaterial, Surface } from './scene.js';
import { withChoices } from './surface-choices.js';
import type { Texture } from './texture.js';

/** The materials that the surfaces of the pieces name by index, and the names of their other ids. */
export interface PieceLabels extends Pick<LabelNames, 'instances' | 'semantics'> {
  materials: SceneMaterial[];
  /** Those that the materials name by index; absent: none. */
  textures?: Texture[];
}

/**
 * The scene of `pieces`, ready for the engine; their meshes must not be used afterwards. `place` is where the scene is
 * described. Throws UserError for a scene without triangles, and for one too large for its numbers.
 */
export function assembleScene(
  pieces: readonly Piece[],
  { materials, textures = [], instances, semantics }: PieceLabels,
  { log, place }: { log: Log; place?: SourcePlace },
): Scene {
  const flat = flatten(fitUvs(withoutFlattened(pieces, log), materials, log));
  checkExtent(flat, place);
  const names = {
    instances,
    materials: materials.map((material) => material.name),
    semantics,
    classes: occurringClasses(flat.surfaces),
  };
  return { ...flat, surfaces: withChoices(flat.surfaces, materials), materials, textures, names };
}

/**
 * Copies of a shared mesh that their place flattens are left out: rays cannot be carried into their frame. What stands
 * once is carried into the world instead and stays, flat as it is.
 */
function withoutFlattened(pieces: readonly Piece[], log: Log): Piece[] {
  const flattened = new Set(pieces.filter(({ transform }) => !canBeInverted(transform)));
  if (flattened.size === 0) return [...pieces];
  const uses = new Map<Mesh, number>();
  for (const { mesh } of pieces) uses.set(mesh, (uses.get(mesh) ?? 0) + 1);
  const kept = pieces.filter((piece) => !flattened.has(piece) || uses.get(piece.mesh) === 1);
  const left = pieces.length - kept.length;
  if (left > 0)
    log.warn(`${left} of ${pieces.length} objects were left out: their scale is 0, or too small or too large`);
  return kept;
}

/** Coordinates up to so many metres: ten times what a survey may name; in f32 they are still far from overflow. */
const COORDINATE_MAX = 1e9;

/** Throws UserError for a scene without triangles, and for one so large that its numbers no longer mean anything. */
function checkExtent({ triangleCount, bounds }: FlatScene, place: SourcePlace | undefined): void {
  if (triangleCount === 0)
    throw new UserError('the scene has no triangles: there is nothing that a beam can hit', { place });
  const farthest = Math.max(...[...bounds.min, ...bounds.max].map(Math.abs));
  if (!(farthest <= COORDINATE_MAX))
    throw new UserError(`the scene reaches ${farthest.toPrecision(3)} m from the origin; at most 1e9 m are possible`, {
      place: place && { file: place.file },
      hint: 'check the unit and the scale of the parts, and the coordinates in their files',
    });
}

function occurringClasses(surfaces: readonly Surface[]): Record<number, string> {
  const classes = [...new Set(surfaces.map((surface) => surface.classification))].sort((a, b) => a - b);
  return Object.fromEntries(classes.map((number) => [number, asprsClassName(number)]));
}
