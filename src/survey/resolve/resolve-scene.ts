import { type Affine, compose, IDENTITY, scaling, translation } from '../../base/affine.js';
import { DEGREE } from '../../base/angle.js';
import type { SourcePlace } from '../../base/errors.js';
import { type Log, SILENT_LOG } from '../../base/log.js';
import { didYouMean } from '../../base/yaml/check-document.js';
import type { ValuePath } from '../../base/yaml/source-document.js';
import { generatedSource } from '../../procedural/generated-source.js';
import {
  labelsOfWishes,
  PROCEDURAL_CLASS_NAMES,
  type ProceduralLabel,
  proceduralLabels,
} from '../../procedural/labels.js';
import {
  defaultTriangles,
  PROCEDURAL_LIMITS,
  PROCEDURAL_SIZES,
  type SceneSize,
  sizeFault,
} from '../../procedural/procedural-kind.js';
import { readTreeTable } from '../../procedural/read-tree-table.js';
import { detailFaults, type ListedTree, type SceneDetails } from '../../procedural/scene-details.js';
import { PHYSICS, type Physics } from '../../scanner/physics.js';
import { uprightTransform } from '../../scene/place/transforms.js';
import { modelName, sceneFormatOf } from '../../scene/read/scene-formats.js';
import type {
  LabelRule,
  MaterialPhysics,
  PartPlacement,
  SceneDescription,
  ScenePart,
  Standing,
} from '../../scene/scene-description.js';
import {
  ALL_GROUND,
  type InstancesDefinition,
  LENGTH_UNITS,
  type PartDefinition,
  type SceneDefinition,
  type TransformDefinition,
} from '../schema/scene-schema.js';
import { ASPRS_NAMES_FOR_SURVEYS, asprsClassByName } from './asprs-class-by-name.js';
import { isWhole, noteFault, noting, pathIn, placeIn, type Reading } from './reading.js';
import { resolveMaterials } from './resolve-materials.js';
import { resolvePartMaterials } from './resolve-part-material.js';
import { resolveRotation } from './resolve-rotation.js';
import { resolveVoxels } from './resolve-voxels.js';
import { uniqueNames } from './unique-names.js';

/**
 * The scene of a survey with absolute paths, placements as matrices and labels by number. `physics` is the survey's;
 * absent: PHYSICS.si. Notes faults in `reading`; `log` receives warnings about material files.
 */
export async function resolveScene(
  reading: Reading,
  scene: SceneDefinition,
  physics: MaterialPhysics & Pick<Physics, 'foliage'> = PHYSICS.si,
  log: Log = SILENT_LOG,
): Promise<SceneDescription> {
  const names = partNames(reading, scene.parts);
  const parts: ScenePart[] = [];
  for (const [index, part] of scene.parts.entries()) {
    const resolved = await resolvePart(reading, part, index, { names, foliage: physics.foliage, log });
    parts.push(await withMaterial(reading, part, resolved, { index, physics, log }));
  }
  return {
    parts,
    labels: [...resolveLabels(reading, scene), ...generatedLabels(reading, scene.parts)],
    semantics: resolveSemantics(reading, scene),
    ...resolveClassNames(reading, scene),
    ...(await resolveMaterials(reading, scene, physics)),
    ...(await resolveModelFolders(reading, scene)),
    ...(isOfInstruments(physics) ? {} : { physics: { gloss: physics.gloss, reflectance: physics.reflectance } }),
  };
}

/** The absolute paths of the folders whose files models may name; notes those that are none. */
async function resolveModelFolders(
  reading: Reading,
  { modelFolders = [] }: SceneDefinition,
): Promise<Pick<SceneDescription, 'modelFolders'>> {
  const folders = modelFolders.map((folder) => pathIn(reading, folder));
  for (const [index, folder] of folders.entries()) {
    const isFolder = await reading.files.stat(folder).then(
      ({ kind }) => kind === 'folder',
      () => false,
    );
    if (!isFolder)
      noteFault(reading, ['scene', 'modelFolders', index], modelFolders[index], 'the path of a folder that exists');
  }
  return folders.length > 0 ? { modelFolders: folders } : {};
}

const isOfInstruments = ({ gloss, reflectance }: MaterialPhysics): boolean =>
  gloss === PHYSICS.si.gloss && reflectance === PHYSICS.si.reflectance;

/** Distinct names of the parts; notes duplicates given by the user. */
function partNames(reading: Reading, parts: readonly PartDefinition[]): string[] {
  const wishes = parts.map((part) => ({
    given: part.name,
    stem: 'file' in part ? modelName(part.file) : part.generate.kind,
  }));
  return uniqueNames(wishes, (index, name) =>
    noteFault(reading, ['scene', 'parts', index, 'name'], name, 'a name that no other part has'),
  );
}

/** What parts need to know of the survey. */
interface PartContext extends Pick<Physics, 'foliage'> {
  /** Names of all parts. */
  names: readonly string[];
  log: Log;
}

async function resolvePart(
  reading: Reading,
  part: PartDefinition,
  index: number,
  context: PartContext,
): Promise<ScenePart> {
  const { names, foliage, log } = context;
  const path = ['scene', 'parts', index];
  const placed = resolveTransform(reading, part.transform, [...path, 'transform']);
  return {
    name: names[index],
    source:
      'file' in part
        ? resolveFile(reading, part, path, foliage)
        : await resolveGenerated(reading, [...path, 'generate'], part.generate, log),
    transform: 'file' in part ? compose(placed, fileAxes(part)) : placed,
    placement: resolvePlacement(reading, part.instances, [...path, 'instances'], names, names[index]),
    ...(part.on !== undefined && { stand: resolveStand(reading, part, [...path, 'on'], names, names[index]) }),
    ...(part.instance !== undefined && { instance: part.instance }),
    place: placeIn(reading, 'file' in part ? [...path, 'file'] : path),
  };
}

/** The part with the material that it has everywhere, if it names one. */
async function withMaterial(
  reading: Reading,
  definition: PartDefinition,
  part: ScenePart,
  { index, ...options }: { index: number; physics: MaterialPhysics; log: Log },
): Promise<ScenePart> {
  if (!('file' in definition) || definition.material === undefined || part.source.kind !== 'file') return part;
  const path = ['scene', 'parts', index, 'material'];
  const materials = await resolvePartMaterials(reading, definition.material, path, options);
  const { random } = definition.material;
  const voxels = part.source.voxels ?? (sceneFormatOf(definition.file)?.hasVoxels ? {} : undefined);
  if (random !== undefined && (voxels === undefined || voxels.mode === 'medium'))
    noteFault(reading, [...path, 'random'], random, 'no random: only cubes of voxels have materials in turn');
  const groups = random && voxels && { voxels: { ...voxels, groups: random.copies + 1 } };
  return { ...part, source: { ...part.source, ...groups, ...(materials && { materials }) } };
}

/** A part of that name comes before all surfaces that are ground. */
function resolveStand(
  reading: Reading,
  { on, instances }: PartDefinition,
  path: ValuePath,
  names: readonly string[],
  own: string,
): Standing {
  const { part, by } = typeof on === 'object' ? on : { part: on ?? ALL_GROUND, by: 'surface' as const };
  if (instances !== undefined && 'scatter' in instances && instances.scatter.on !== undefined)
    noteFault(reading, path, on, 'no on: its scatter has one');
  const others = names.filter((name) => name !== own);
  const place = placeIn(reading, path);
  if (part === ALL_GROUND && !others.includes(part)) return { by, place };
  if (!others.includes(part) && checksGrounds(reading))
    noteFault(reading, path, part, `ground, or the name of another part${didYouMean(part, [ALL_GROUND, ...others])}`);
  return { part, by, place };
}

/** Whether names of grounds that no part has are faults: not of one that is left out, and not where placing the parts is to tell. */
const checksGrounds = (reading: Reading): boolean => !reading.placingTells && isWhole(reading, ['scene', 'parts']);

type FilePart = Extract<PartDefinition, { file: unknown }>;

function resolveFile(
  reading: Reading,
  { file, lod, voxels }: FilePart,
  path: ValuePath,
  foliage: Physics['foliage'],
): ScenePart['source'] {
  if (lod !== undefined && !sceneFormatOf(file)?.hasLevels)
    noteFault(reading, [...path, 'lod'], lod, 'no lod: only CityJSON files have levels of detail');
  return {
    kind: 'file',
    path: pathIn(reading, file),
    ...(lod !== undefined && { lod: String(lod) }),
    ...(voxels !== undefined && { voxels: resolveVoxels(reading, file, voxels, [...path, 'voxels'], foliage) }),
  };
}

type GeneratedPart = Extract<PartDefinition, { generate: unknown }>;

/** What a generated part is ordered by; a table of trees is still without them. */
function wishOf({
  kind,
  seed,
  triangles,
  season,
  vehicles,
  diameter,
  species,
  trees,
  materials,
  semantics,
  ...size
}: GeneratedPart['generate']): {
  size: SceneSize;
  details: SceneDetails;
} {
  const listed = trees === undefined ? undefined : [];
  return {
    size: withoutAbsent(size),
    details: withoutAbsent({ season, vehicles, diameter, species, trees: listed, materials, semantics }),
  };
}

async function resolveGenerated(
  reading: Reading,
  path: (string | number)[],
  generate: GeneratedPart['generate'],
  log: Log,
): Promise<ScenePart['source']> {
  const { kind, seed, triangles: wish, trees: table } = generate;
  const { size, details: told } = wishOf(generate);
  const fault = sizeFault(kind, size);
  if (fault) noteFault(reading, [...path, fault.key], fault.found, fault.expected);
  for (const { path: at, found, expected } of detailFaults(kind, told, size))
    noteFault(reading, [...path, ...at], at[0] === 'trees' ? table : found, expected);
  const trees =
    table === undefined || kind !== 'forest' ? undefined : await resolveTrees(reading, path, table, size, log);
  const details = withoutAbsent({ ...told, trees });
  const triangles = wish ?? defaultTriangles(kind, size, trees?.length);
  const { minTriangles, maxTriangles } = PROCEDURAL_LIMITS[kind];
  if (triangles < minTriangles || triangles > maxTriangles)
    noteFault(reading, [...path, 'triangles'], triangles, `${minTriangles} to ${maxTriangles} triangles for a ${kind}`);
  return generatedSource(kind, {
    seed,
    triangles,
    size,
    details,
    ...(table !== undefined && { table: pathIn(reading, table) }),
  });
}

/** The trees of a table; notes its faults. */
async function resolveTrees(
  reading: Reading,
  path: (string | number)[],
  table: string,
  { extent, stems }: SceneSize,
  log: Log,
): Promise<ListedTree[] | undefined> {
  if (stems !== undefined) noteFault(reading, [...path, 'stems'], stems, 'no stems: the table has its trees');
  const { max = 0 } = PROCEDURAL_SIZES.forest.extent ?? {};
  return noting(reading, [...path, 'trees'], () =>
    readTreeTable(reading.files, pathIn(reading, table), extent ?? max, log),
  );
}

const withoutAbsent = <Given extends object>(given: Given): Given =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Given;

/** Transform from the file's axes and unit to z up and metres. */
function fileAxes({ file, up, unit = 'm' }: FilePart): Affine {
  const metres = typeof unit === 'number' ? unit : LENGTH_UNITS[unit];
  const yUp = (up ?? sceneFormatOf(file)?.up ?? 'z') === 'y';
  const scaled = metres === 1 ? IDENTITY : scaling([metres, metres, metres]);
  return yUp ? compose(Y_TO_Z, scaled) : scaled;
}

/** y up to z up: (x, y, z) → (x, −z, y), a quarter turn about x without rounding. */
const Y_TO_Z: Affine = [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0];

function resolveTransform(reading: Reading, transform: TransformDefinition | undefined, path: ValuePath): Affine {
  const { translate, rotate, scale = 1 } = transform ?? {};
  let placed: Affine = typeof scale === 'number' ? scaling([scale, scale, scale]) : scaling(scale);
  if (rotate !== undefined) placed = compose(resolveRotation(reading, rotate, [...path, 'rotate']), placed);
  return translate === undefined ? placed : compose(translation(translate), placed);
}

function resolvePlacement(
  reading: Reading,
  instances: InstancesDefinition | undefined,
  path: ValuePath,
  names: readonly string[],
  own: string,
): PartPlacement {
  if (instances === undefined) return { kind: 'once' };
  if (Array.isArray(instances)) return { kind: 'list', transforms: instances.map(instanceTransform) };
  if ('csv' in instances) return { kind: 'csv', path: pathIn(reading, instances.csv) };
  return resolveScatter(reading, instances.scatter, [...path, 'scatter'], names, own);
}

type ListedInstance = Extract<InstancesDefinition, readonly unknown[]>[number];

function instanceTransform({ translate, heading = 0, scale = 1 }: ListedInstance): Affine {
  return uprightTransform(translate, heading * DEGREE, scale);
}

type ScatterDefinition = Extract<InstancesDefinition, { scatter: unknown }>['scatter'];

function resolveScatter(
  reading: Reading,
  scatter: ScatterDefinition,
  path: ValuePath,
  names: readonly string[],
  own: string,
): PartPlacement {
  const { count, seed, area, scale, spacing, on } = scatter;
  const [[x0, y0], [x1, y1]] = area;
  if (x0 === x1 || y0 === y1)
    noteFault(reading, [...path, 'area'], area, 'two corners of a rectangle that is not empty');
  if (scale[0] > scale[1])
    noteFault(reading, [...path, 'scale', 0], scale[0], `at most the second number, which is ${scale[1]}`);
  const others = names.filter((name) => name !== own);
  if (on !== undefined && !others.includes(on) && checksGrounds(reading))
    noteFault(reading, [...path, 'on'], on, `the name of another part${didYouMean(on, others)}`);
  return {
    kind: 'scatter',
    count,
    seed,
    min: [Math.min(x0, x1), Math.min(y0, y1)],
    max: [Math.max(x0, x1), Math.max(y0, y1)],
    scaleMin: scale[0],
    scaleMax: scale[1],
    spacing,
    on,
    place: placeIn(reading, on === undefined ? path : [...path, 'on']),
  };
}

function resolveSemantics(reading: Reading, { semantics }: SceneDefinition): SceneDescription['semantics'] {
  const names = new Map<number, string>();
  for (const [name, number] of Object.entries(semantics ?? {})) {
    const path = ['scene', 'semantics', name];
    const other = names.get(number);
    if (name === 'none') noteFault(reading, path, number, 'a name other than none, which is 0');
    else if (other !== undefined) noteFault(reading, path, number, `a number of its own; "${other}" has this one`);
    names.set(number, name);
  }
  return semantics;
}

/** Names of classes from 64 on: those of the generators that the scene uses, and the user's own. */
function resolveClassNames(
  reading: Reading,
  { classes = {}, parts }: SceneDefinition,
): Pick<SceneDescription, 'classNames'> {
  const own: Record<number, string> = {};
  for (const [name, number] of Object.entries(classes)) {
    const path = ['scene', 'classes', name];
    if (own[number] !== undefined)
      noteFault(reading, path, number, `a number of its own; "${own[number]}" has this one`);
    else if (asprsClassByName(name) !== undefined)
      noteFault(reading, path, number, `a name of your own; "${name}" is an ASPRS class`);
    own[number] = name;
  }
  const names = { ...(parts.some((part) => 'generate' in part) && PROCEDURAL_CLASS_NAMES), ...own };
  return Object.keys(names).length === 0 ? {} : { classNames: names };
}

function resolveLabels(reading: Reading, { labels = [], classes = {} }: SceneDefinition): LabelRule[] {
  return labels.map((label, index) => {
    const path = ['scene', 'labels', index];
    if (label.match === undefined && label.part === undefined)
      noteFault(reading, path, label, 'a label with match, or with part');
    if (label.class === undefined && label.semantic === undefined && label.material === undefined)
      noteFault(reading, path, label, 'a label with class, semantic or material');
    return {
      match: label.match ?? '*',
      ...(label.part !== undefined && { part: label.part }),
      on: label.on,
      classification: resolveClass(reading, label.class, [...path, 'class'], classes),
      semantic: label.semantic,
      material: label.material,
      place: placeIn(reading, path),
    };
  });
}

function resolveClass(
  reading: Reading,
  given: string | number | undefined,
  path: ValuePath,
  own: Readonly<Record<string, number>>,
): number | undefined {
  if (typeof given !== 'string') return given;
  const number = (Object.hasOwn(own, given) ? own[given] : undefined) ?? asprsClassByName(given);
  const known = [...ASPRS_NAMES_FOR_SURVEYS, ...Object.keys(own)];
  if (number === undefined)
    noteFault(reading, path, given, `an ASPRS class, by name or number${didYouMean(given, known)}`);
  return number;
}

/** Rules of the generators that the scene uses. They come after the user's own. */
function generatedLabels(reading: Reading, parts: readonly PartDefinition[]): LabelRule[] {
  const generated = parts.flatMap((part, index) =>
    'generate' in part ? [{ wish: part.generate, place: placeIn(reading, ['scene', 'parts', index]) }] : [],
  );
  const kinds = new Map(generated.map(({ wish, place }) => [wish.kind, place] as const));
  const partRules = new Map(
    generated.flatMap(({ wish, place }) => {
      const { size, details } = wishOf(wish);
      return labelsOfWishes(size, details).map((rule) => [rule.match, { rule, place }] as const);
    }),
  );
  return [
    ...[...partRules.values()],
    ...[...kinds].flatMap(([kind, place]) => proceduralLabels(kind).map((rule) => ({ rule, place }))),
  ].map(({ rule, place }) => builtIn(rule, place));
}

/** All of one shape, and written out, since a plan makes millions. */
const builtIn = (
  { match, part, on, classification, semantic, material }: ProceduralLabel,
  place: SourcePlace,
): LabelRule => ({ match, part, on, classification, semantic, material, builtIn: true, place });
