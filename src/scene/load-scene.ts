import { compose } from '../base/affine.js';
import { AbortedError, formatPlace, UserError } from '../base/errors.js';
import { type Log, type OnProgress, SILENT_LOG } from '../base/log.js';
import { asprsClassName } from './asprs-classes.js';
import { type FlatScene, flatten, type Piece } from './flatten.js';
import { InstanceNames } from './instance-names.js';
import { mergeModel } from './merge-model.js';
import type { Mesh, Model } from './model.js';
import { type PlacedPart, placeParts } from './place/place-parts.js';
import { canBeInverted } from './place/transforms.js';
import { generateModel } from './procedural/generate.js';
import { readModel } from './read/read-model.js';
import type { Scene, Surface } from './scene.js';
import type { ScenePartPlan, ScenePlan } from './scene-plan.js';
import { type SurfaceKind, SurfaceKinds } from './surface-kinds.js';

/** Options of `loadScene`. */
export interface LoadSceneOptions {
  log?: Log;
  signal?: AbortSignal;
  onProgress?: OnProgress;
}

/**
 * The scene of a plan, ready for the engine. Each file is read once, however many parts use it.
 *
 * Object ids: a part that stands once gives an id to each of its objects, named `part/object` (`part` where the file
 * names none); a part placed by list, table or scatter gives one id to each placement, whatever the file names in it:
 * `part#1`, `part#2`, …
 *
 * Throws UserError for files, labels and placements that are wrong and for a scene without triangles; AbortedError.
 */
export async function loadScene(plan: ScenePlan, options: LoadSceneOptions = {}): Promise<Scene> {
  const { log = SILENT_LOG, signal } = options;
  const models = await loadModels(plan.parts, { ...options, log });
  const parts = await placeParts(plan.parts, models, log);
  if (signal?.aborted) throw new AbortedError();

  const kinds = new SurfaceKinds(plan, models);
  const names = new InstanceNames();
  const pieces = parts.flatMap((part) =>
    part.plan.placement.kind === 'once' ? piecesOfObjects(part, kinds, names) : piecesOfPlacements(part, kinds, names),
  );
  const flat = flatten(withoutFlattened(pieces, log));
  checkExtent(flat, plan);
  const materials = kinds.materials.list;
  return {
    ...flat,
    materials,
    names: {
      instances: names.names,
      materials: materials.map((material) => material.name),
      semantics: kinds.labels.semantics,
      classes: occurringClasses(flat.surfaces),
    },
  };
}

/** The model of each part; parts with the same source share it. */
async function loadModels(parts: readonly ScenePartPlan[], options: LoadSceneOptions & { log: Log }): Promise<Model[]> {
  const loaded = new Map<string, Model>();
  const models: Model[] = [];
  for (const part of parts) {
    if (options.signal?.aborted) throw new AbortedError();
    const key = JSON.stringify(part.source);
    const model = loaded.get(key) ?? (await loadModel(part, options));
    loaded.set(key, model);
    models.push(model);
  }
  return models;
}

async function loadModel({ source, place }: ScenePartPlan, options: LoadSceneOptions & { log: Log }): Promise<Model> {
  if (source.kind === 'generated') {
    const { generator, seed, triangles } = source;
    return generateModel(generator, { seed, triangles });
  }
  try {
    return await readModel(source.path, options);
  } catch (error) {
    if (!(error instanceof UserError) || error.hint !== undefined) throw error;
    throw new UserError(error.message, {
      place: error.place,
      hint: `The file is named at ${formatPlace(place)}.`,
      cause: error,
    });
  }
}

/** An id for each object; meshes that the model uses several times stay shared. */
function piecesOfObjects({ plan, model, transforms }: PlacedPart, kinds: SurfaceKinds, names: InstanceNames): Piece[] {
  return model.instances.map((instance) => {
    const ids = new Map<string, number>();
    const surfaces = kinds.of(model, instance, plan.name).map((kind) => {
      const id =
        ids.get(kind.object) ?? names.add(kind.object === plan.name ? plan.name : `${plan.name}/${kind.object}`);
      ids.set(kind.object, id);
      return surfaceOf(kind, id);
    });
    return { mesh: model.meshes[instance.mesh], transform: compose(transforms[0], instance.transform), surfaces };
  });
}

/** An id for each placement; the model becomes one mesh. */
function piecesOfPlacements(
  { plan, model, transforms }: PlacedPart,
  kinds: SurfaceKinds,
  names: InstanceNames,
): Piece[] {
  const merged = mergeModel(
    plan.name,
    model,
    model.instances.map((instance) => kinds.of(model, instance, plan.name)),
  );
  return transforms.map((transform, index) => {
    const id = names.add(`${plan.name}#${index + 1}`);
    const surfaces = merged.kinds.map((kind) => surfaceOf(kind, id));
    return { mesh: merged.mesh, transform: compose(transform, merged.transform), surfaces };
  });
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
function checkExtent({ triangleCount, bounds }: FlatScene, plan: ScenePlan): void {
  const place = plan.parts[0]?.place;
  if (triangleCount === 0)
    throw new UserError('the scene has no triangles: there is nothing that a beam can hit', { place });
  const farthest = Math.max(...[...bounds.min, ...bounds.max].map(Math.abs));
  if (!(farthest <= COORDINATE_MAX))
    throw new UserError(`the scene reaches ${farthest.toPrecision(3)} m from the origin; at most 1e9 m are possible`, {
      place: place && { file: place.file },
      hint: 'check the unit and the scale of the parts, and the coordinates in their files',
    });
}

const surfaceOf = ({ material, classification, semantic }: SurfaceKind, instance: number): Surface => ({
  instance,
  material,
  classification,
  semantic,
});

function occurringClasses(surfaces: readonly Surface[]): Record<number, string> {
  const classes = [...new Set(surfaces.map((surface) => surface.classification))].sort((a, b) => a - b);
  return Object.fromEntries(classes.map((number) => [number, asprsClassName(number)]));
}
