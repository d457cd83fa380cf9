import { type Affine, IDENTITY } from '../base/affine.js';
import { AbortedError, formatPlace, UserError } from '../base/errors.js';
import type { WithFiles } from '../base/files/files.js';
import { type Log, type OnProgress, onceLog, SILENT_LOG } from '../base/log.js';
import { finishInTurns } from '../base/steps.js';
import type { Box3 } from '../base/vec3.js';
import { quoteText, throwTogether } from '../base/yaml/faults.js';
import { assembleScene } from './assemble-scene.js';
import { unitQuestion } from './guess-scale.js';
import type { ImageDecoder } from './image/decode-image.js';
import { indoorDoubts, type PartDoubt } from './indoor-doubts.js';
import { isGround } from './is-ground.js';
import { labelledGroups } from './labelled-groups.js';
import { InstanceNames } from './labels/instance-names.js';
import type { LabelledGroup } from './labels/labelled-group.js';
import type { SemanticMention } from './labels/semantic-classes.js';
import { colorDecides } from './materials/choose-scattering.js';
import { readKnownMaterials } from './materials/read-known-materials.js';
import type { Material, Model } from './model.js';
import { modelOfOutline, type ReducedScene } from './part-outline.js';
import { piecesOfParts } from './pieces-of-parts.js';
import { type PlacedPart, placeParts } from './place/place-parts.js';
import { DegenerateTally } from './read/degenerate-tally.js';
import type { PictureUse, ReadContext } from './read/read-context.js';
import { readModel } from './read/read-model.js';
import { scaleDoubts } from './scale-doubts.js';
import type { Scene, SplitPart, StatedReference } from './scene.js';
import type { GeneratedSource, SceneDescription, ScenePart } from './scene-description.js';
import { SharedShapes } from './shared-shapes.js';
import { SurfaceKinds } from './surface-kinds.js';
import { isTree, scaleOf as lengthScale, type SceneTree } from './trees/stand.js';

/** Options of `loadScene`. */
export interface LoadSceneOptions extends WithFiles {
  log?: Log;
  signal?: AbortSignal;
  onProgress?: OnProgress;
  /** Whether the colours of pictures are kept, for points or for drawing; default: true. */
  colors?: boolean;
  /** Decodes an image and makes a generated model; absent: in this thread. */
  helper?: SceneHelper;
  /** The parts that are not read, with facts of the whole scene that are kept nevertheless; absent: all are read. */
  reduced?: ReducedScene;
  /** Receives all parts in their places, before their meshes are used up. */
  onPlaced?(parts: readonly PlacedPart[]): void;
  /**
   * Receives the reason why a part cannot be read or has no place. The scene then consists of the others, if they have
   * triangles. Absent: the fault is thrown. A run wants all parts.
   */
  onLeftOut?(fault: UserError): void;
  /** Receives the groups of triangles whose names decide about labels. */
  onGroups?(groups: readonly LabelledGroup[]): void;
}

/** Work on scenes that another thread can do. Both throw AbortedError on the signal. */
export interface SceneHelper {
  decodeImage: ImageDecoder;
  generate(source: GeneratedSource, signal?: AbortSignal): Promise<Model>;
}

/**
 * Loads the scene of a description, ready for the engine. Each file is read once, however many parts use it.
 *
 * In a part that is placed once, each object has an id, named `part/object` (`part` if the file has no names). A
 * part whose nodes are one thing is one object, named `part` (isOneObject). In a part placed by list, table or
 * scattering, each placement has one id, regardless of the names in the file: `part#1`, `part#2`, … All of a part that
 * has a number is one object of this id, named `part`.
 *
 * Throws UserError for invalid files, materials, labels and placements and for a scene without triangles; AbortedError.
 *
 * @example
 * ```ts
 * const scene = await loadScene(survey.scene, { files });
 * ```
 */
export async function loadScene(description: SceneDescription, options: LoadSceneOptions): Promise<Scene> {
  const { files, log = SILENT_LOG, signal, reduced } = options;
  const pictures = pictureUse(description, options);
  const described = new Set(description.materials.map(({ name }) => name));
  const { physics, modelFolders } = description;
  // Parts may read a file in several ways.
  const degenerates = new DegenerateTally();
  const onDegenerate = (file: string, dropped: number, all: number) => degenerates.add(file, dropped, all);
  const reading = { ...options, log: onceLog(log), onDegenerate, pictures, described, physics, modelFolders };
  const models = await loadModels(description.parts, reading);
  degenerates.warn(log);
  const kinds = new SurfaceKinds(description, models, await readKnownMaterials(files, description, models), log);
  const { onLeftOut } = options;
  // A part that stands on an unread one may still have a place with it.
  const isUnread = (part: number) => models[part] === UNREAD;
  const placing = {
    files,
    log,
    signal,
    isGround: groundTest(kinds),
    isUnread,
    onLeftOut: onLeftOut && (models.includes(UNREAD) ? () => {} : onLeftOut),
  };
  const placed = await placeParts(description.parts, models, placing);
  options.onPlaced?.(placed);
  const parts = placed.filter(({ isLeftOut }) => !isLeftOut);
  const indoors = indoorDoubts(parts);
  kinds.labels.addSemantics(semanticsOfPlacements(parts), description.semantics);
  const names = new InstanceNames(givenNumbers(description.parts, parts));
  const split: SplitPart[] = [];
  const trees: SceneTree[] = [];
  const isAnimated = parts.some(({ model }) => model.animation !== undefined);
  const limbs = isAnimated ? await loadPlayers() : {};
  const hasTraffic = parts.some(({ model }) => model.traffic !== undefined);
  const traffic = hasTraffic ? { limbsOfTraffic: (await import('./traffic-limbs.js')).limbsOfTraffic } : {};
  const { clock } = description;
  const pieces = await finishInTurns(
    piecesOfParts(parts, { kinds, names, split, trees, clock, isGround: groundTest(kinds), ...limbs, ...traffic, log }),
    signal,
  );
  // A left-out part may be the only one that uses a label or a material.
  if (parts.length === placed.length) kinds.warnOfUnused(description.elsewhere);
  options.onGroups?.(labelledGroups(parts, pieces, kinds));
  const labels = {
    materials: kinds.materials.list,
    textures: kinds.textures.list,
    instances: names.names,
    semantics: kinds.labels.semantics,
    classNames: description.classNames,
  };
  const first = { log, place: description.parts[0]?.place, whole: reduced, run: description.clock };
  const own = await finishInTurns(assembleScene(pieces, labels, first), signal);
  const scene = reduced ? { ...own, names: { ...own.names, classes: reduced.classes } } : own;
  warnOfScale(
    scene,
    description.parts,
    { indoors, isMetric: parts.some(({ model }) => model.unit?.metres === 1) },
    log,
  );
  warnOfUnits(parts, log);
  warnOfDoubts(parts, log);
  const references = statedReferences(parts);
  return {
    ...scene,
    ...(references.length > 0 && { references }),
    ...(split.length > 0 && { split }),
    ...(trees.length > 0 && { stand: { trees, ...standArea(parts) } }),
  };
}

/** What plays the clips of parts. */
async function loadPlayers() {
  const [{ limbsOf }, { bodyOfShapes }] = await Promise.all([import('./limbs.js'), import('./body-of-shapes.js')]);
  return { limbsOf, bodyOfShapes };
}

/** The area of the ground that all known trees share: none if some stand alone. */
function standArea(parts: readonly PlacedPart[]): { area?: number } {
  const own = parts.filter(({ model }) => model.instances.some(isTree));
  const areas = own.flatMap(({ model, transforms }) =>
    transforms.map((place) => (model.standArea ?? Number.NaN) * lengthScale(place) ** 2),
  );
  const area = areas.reduce((sum, one) => sum + one, 0);
  return area > 0 ? { area } : {};
}

/** The numbers of objects that parts, placements and trees of tables state. */
function givenNumbers(described: readonly ScenePart[], placed: readonly PlacedPart[]): Set<number> {
  const numbers = new Set(described.flatMap(({ instance }) => instance ?? []));
  for (const { facts = [], description, model } of placed) {
    const trees = description.placement.kind === 'once' ? model.instances.flatMap(({ tree }) => tree ?? []) : [];
    for (const { instance } of [...facts, ...trees]) if (instance !== undefined) numbers.add(instance);
  }
  return numbers;
}

/** The semantic classes that placements state, each once. */
function semanticsOfPlacements(placed: readonly PlacedPart[]): SemanticMention[] {
  const mentions = new Map<string, SemanticMention>();
  for (const { facts = [], description } of placed)
    for (const { semantic: name } of facts)
      if (name !== undefined && !mentions.has(name)) mentions.set(name, { name, place: description.place });
  return [...mentions.values()];
}

/** Whether groups of a part are ground. */
const groundTest = (kinds: SurfaceKinds) => {
  return ({ description, model }: PlacedPart) => {
    const surfaces = model.instances.map((instance) => kinds.of(model, instance, description.name));
    return (instance: number, group: number): boolean => isGround(surfaces[instance][group]);
  };
};

/** The reference systems that the files of parts state; a part has its file's coordinates if nothing transforms it. */
function statedReferences(parts: readonly PlacedPart[]): StatedReference[] {
  return parts.flatMap(({ description: { source, placement, place }, model: { crs: text }, transforms }) => {
    if (text === undefined || source.kind !== 'file') return [];
    const isMoved = placement.kind !== 'once' || transforms[0].some((value, k) => value !== IDENTITY[k]);
    return [{ text, file: source.path, place, isMoved }];
  });
}

/** Warns of what is doubtful about generated models; parts that share one have the same. */
function warnOfDoubts(parts: readonly PlacedPart[], log: Log): void {
  const once = onceLog(log);
  for (const { description, model } of parts)
    for (const doubt of model.doubts ?? []) once.warn(`${formatPlace(description.place)}: ${doubt}`);
}

/** Warns of files that state another unit than metres and whose parts are not scaled. */
function warnOfUnits(parts: readonly PlacedPart[], log: Log): void {
  for (const { description, model, transforms } of parts) {
    const question = unitQuestion(model.unit);
    if (question !== undefined && transforms.length > 0 && Math.abs(Math.abs(scaleOf(transforms[0])) - 1) < UNSCALED)
      log.warn(`${formatPlace(description.place)}: part ${description.name}: ${question}`);
  }
}

const UNSCALED = 1e-6;

/** The factor of volumes. */
const scaleOf = ([a, b, c, , d, e, f, , g, h, i]: Affine): number =>
  a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);

/** Warns of a doubtful size; generated scenes, and those with files that state metres, are in metres, z up. */
function warnOfScale(
  scene: Scene,
  parts: readonly ScenePart[],
  { indoors, isMetric }: { indoors: readonly PartDoubt[]; isMetric: boolean },
  log: Log,
): void {
  const isCertain = isMetric || parts.some(({ source }) => source.kind === 'generated');
  // Indoor sizes are judged for each part, not by the tallest one.
  const doubtsOf = (bounds: Box3) => {
    const { min, max } = bounds;
    const size = [max[0] - min[0], max[1] - min[1], max[2] - min[2]] as const;
    return scaleDoubts(scene, { bounds, size, names: [], isCertain });
  };
  const doubts = doubtsOf(scene.bounds);
  for (const doubt of doubts) log.warn(`${formatPlace(parts[0].place)}: ${doubt}`);
  if (doubts.length > 0 || isCertain) return;
  for (const { part, question } of indoors) log.warn(`${formatPlace(part.place)}: ${question}`);
}

/** The colours of pictures are kept for points, and for reflectances that follow from them. */
function pictureUse(description: SceneDescription, { colors = true, helper }: LoadSceneOptions): PictureUse {
  const isRelative = description.materials.some(({ relativeReflectance }) => relativeReflectance);
  return {
    colors: colors || isRelative,
    colorDecides: (material) => colorDecides(material, description.materials),
    decode: helper?.decodeImage,
  };
}

/** Options of reading models. */
type ModelOptions = LoadSceneOptions & ReadContext & { pictures: PictureUse };

/** Placeholder for the model of an unreadable part. */
const UNREAD: Model = Object.freeze({ meshes: [], instances: [], materials: [], textures: [] });

/**
 * The model of each part, UNREAD for those that are left out; parts with the same source share it. Throws one UserError
 * for all faulty files, unless `onLeftOut` receives the faults.
 */
async function loadModels(parts: readonly ScenePart[], options: ModelOptions): Promise<Model[]> {
  const loaded = new Map<string, Model>();
  const models: Model[] = [];
  const shapes = new SharedShapes();
  const pictures = new Map<Uint8Array, number>();
  const errors: UserError[] = [];
  const read = (part: ScenePart) =>
    loadModel(part, options)
      .then((model) => shapes.share(model, part))
      .catch(keepIn(errors));
  for (const [number, part] of parts.entries()) {
    if (options.signal?.aborted) throw new AbortedError();
    const outline = options.reduced?.outlines.get(number);
    if (outline) {
      models.push(modelOfOutline(outline));
      continue;
    }
    const key = JSON.stringify(part.source);
    const model = loaded.get(key) ?? (await read(part)) ?? UNREAD;
    if (model !== UNREAD) noteClip(part, model, keepIn(errors));
    // Failed loads are not kept, so that every part that names a faulty file reports it.
    if (model !== UNREAD) loaded.set(key, model);
    for (const { texels, width, height, channels } of model.textures ?? [])
      if (channels !== 'none') pictures.set(texels, width * height);
    checkTexels(pictures, part);
    models.push(model);
  }
  if (options.onLeftOut) errors.forEach(options.onLeftOut);
  else throwTogether(errors);
  return models;
}

/** Notes a clip that the model of a part does not have. */
function noteClip(
  { name, animation }: ScenePart,
  { clips = [], animation: played }: Model,
  note: (error: UserError) => void,
): void {
  if (animation === undefined || played !== undefined) return;
  const { clip = 0, place } = animation;
  const wanted = typeof clip === 'number' ? `number ${clip}` : quoteText(clip);
  const there = clips.map(quoteText).join(', ');
  if (clips.length === 0) note(new UserError(`the model of ${name} has no animations`, { place }));
  else note(new UserError(`the model of ${name} has no animation ${wanted}; it has ${there}`, { place }));
}

/** Collects the faults of users in `errors`, since reading goes on to find all of them; rethrows others. */
const keepIn = (errors: UserError[]) => (error: unknown) => {
  if (!(error instanceof UserError)) throw error;
  errors.push(error);
  return undefined;
};

/** Maximum number of texels of all textures that are kept: 1 GiB as RGBA, and as much again on the device. */
const TEXELS_MAX = 2 ** 28;

/** Throws UserError if the pictures up to this part are too large together. */
function checkTexels(pictures: ReadonlyMap<Uint8Array, number>, { name, place }: ScenePart): void {
  let texels = 0;
  for (const count of pictures.values()) texels += count;
  if (texels <= TEXELS_MAX) return;
  throw new UserError(
    `the textures up to part ${name} have ${texels} texels, expected at most ${TEXELS_MAX} in a scene`,
    { place, hint: 'save smaller versions of the images under the same names' },
  );
}

async function loadModel({ source, place }: ScenePart, options: ModelOptions): Promise<Model> {
  if (source.kind === 'generated') return options.helper?.generate(source, options.signal) ?? source.generate();
  try {
    const { path, tiles, lod, voxels, animation, materials } = source;
    const model = await readModel(path, { ...options, tiles, lod, voxels, animation });
    return materials === undefined ? model : withMaterials(model, materials);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const { faults = [] } = error;
    throw new UserError(error.message, {
      place: error.place ?? { file: source.path },
      hint: error.hint,
      namedAt: place,
      ...(faults.length > 0 && { faults: faults.map((fault) => ({ ...fault, namedAt: place })) }),
      cause: error,
    });
  }
}

/** The model with `materials`, at least one, on its groups in turn, without its own materials and pictures. */
function withMaterials({ textures: _, ...model }: Model, materials: readonly Material[]): Model {
  const meshes = model.meshes.map((mesh) => ({
    ...mesh,
    groups: mesh.groups.map((group, k) => ({ ...group, material: k % materials.length })),
  }));
  return { ...model, meshes, materials: [...materials] };
}
