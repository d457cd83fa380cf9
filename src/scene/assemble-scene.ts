import { type SourcePlace, UserError } from '../base/errors.js';
import type { Log } from '../base/log.js';
import { ROUNDS_A_STEP, type Steps } from '../base/steps.js';
import { fitUvs } from './fit-uvs.js';
import { type FlatScene, flatten, type PlacedMesh, type SceneFrame } from './flatten.js';
import { frontsOf } from './fronts.js';
import { asprsClassName } from './labels/asprs-classes.js';
import { withChoices } from './materials/surface-choices.js';
import type { Mesh } from './model.js';
import type { SceneClock } from './motion/part-motion.js';
import { canBeInverted } from './place/transforms.js';
import type { LabelNames, Scene, SceneMaterial, Surface } from './scene.js';
import type { Texture } from './texture.js';

/** The materials to which the surfaces of the pieces refer by index, and the names of their other ids. */
export interface PieceLabels extends Pick<LabelNames, 'instances' | 'semantics'> {
  materials: SceneMaterial[];
  /** Textures that the materials refer to by index; absent: none. */
  textures?: Texture[];
  /** Names of classes from 64 on; absent: none have names. */
  classNames?: Readonly<Record<number, string>>;
}

interface AssemblyOptions {
  log: Log;
  place?: SourcePlace;
  whole?: SceneFrame;
  run?: Pick<SceneClock, 'from' | 'to'>;
}

/**
 * The scene of `pieces`, ready for the engine; their meshes must not be used afterwards. `place` is the description's
 * place; `whole` is the frame of the larger scene to which they belong; absent: their own; `run` is the time in which
 * movers move. Throws UserError for a scene without triangles, and for one too large for its numbers.
 */
export function* assembleScene(
  pieces: readonly PlacedMesh[],
  { materials, textures = [], instances, semantics, classNames }: PieceLabels,
  { log, place, whole, run }: AssemblyOptions,
): Steps<Scene> {
  const flat = yield* flatten(yield* fitUvs(yield* withoutFlattened(pieces, log), materials, log), whole, run);
  checkExtent(flat, place);
  const names = {
    instances,
    materials: materials.map((material) => material.name),
    semantics,
    classes: occurringClasses(flat.surfaces, classNames),
  };
  const fronts = frontsOf(pieces);
  const scene = { ...flat, surfaces: withChoices(flat.surfaces, materials), materials, textures, names };
  return Object.keys(fronts).length > 0 ? { ...scene, fronts } : scene;
}

/**
 * Removes copies of a shared mesh that their transform flattens, since rays cannot be transformed into their frame.
 * Geometry that is placed once is transformed to the world instead and stays, even if it is flat.
 */
function* withoutFlattened(pieces: readonly PlacedMesh[], log: Log): Steps<readonly PlacedMesh[]> {
  const flattened = new Set<PlacedMesh>();
  for (const [k, piece] of pieces.entries()) {
    if (k % ROUNDS_A_STEP === 0) yield;
    if (!canBeInverted(piece.transform)) flattened.add(piece);
  }
  if (flattened.size === 0) return pieces;
  const uses = new Map<Mesh, number>();
  for (const { mesh } of pieces) uses.set(mesh, (uses.get(mesh) ?? 0) + 1);
  const stays = ({ mesh }: PlacedMesh) => uses.get(mesh) === 1 && mesh.medium === undefined;
  const kept = pieces.filter((piece) => !flattened.has(piece) || stays(piece));
  const left = pieces.length - kept.length;
  if (left > 0)
    log.warn(`${left} of ${pieces.length} objects were left out: their scale is 0, or too small or too large`);
  return kept;
}

/** Largest coordinate, metres: ten times the limit in a survey, and in f32 still far from overflow. */
const COORDINATE_MAX = 1e9;

/** Most placements of media: a subray tests them one after the other. */
const MEDIA_MAX = 4096;

/**
 * Throws UserError for a scene without triangles, or with too many media, and for one so large that its coordinates
 * lose their precision.
 */
function checkExtent({ triangleCount, bounds, media = [] }: FlatScene, place: SourcePlace | undefined): void {
  if (triangleCount === 0 && media.length > 0)
    throw new UserError('the scene has no triangles, only voxels that light passes: expected a surface besides', {
      place,
      hint: 'add a ground, or take the voxels as solid',
    });
  if (media.length > MEDIA_MAX)
    throw new UserError(`found ${media.length} placements of voxels that light passes, expected at most ${MEDIA_MAX}`, {
      place,
      hint: 'every beam looks for each of them: take the voxels as scaled or solid, or place fewer',
    });
  if (triangleCount === 0)
    throw new UserError('the scene has no triangles: there is nothing that a beam can hit', { place });
  const farthest = Math.max(...[...bounds.min, ...bounds.max].map(Math.abs));
  if (!(farthest <= COORDINATE_MAX))
    throw new UserError(`the scene reaches ${farthest.toPrecision(3)} m from the origin; at most 1e9 m are possible`, {
      place: place && { file: place.file },
      hint: 'check the unit and the scale of the parts, and the coordinates in their files',
    });
}

function occurringClasses(surfaces: readonly Surface[], names: PieceLabels['classNames']): Record<number, string> {
  const classes = [...new Set(surfaces.map((surface) => surface.classification))].sort((a, b) => a - b);
  return Object.fromEntries(classes.map((number) => [number, asprsClassName(number, names)]));
}
