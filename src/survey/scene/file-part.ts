import { z } from 'zod';
import { type Affine, compose, IDENTITY, scaling } from '../../base/affine.js';
import type { Log } from '../../base/log.js';
import { joinWords } from '../../base/text.js';
import { choiceField, listField, mapField, numberField, textField } from '../../base/yaml/fields.js';
import type { ValuePath } from '../../base/yaml/source-document.js';
import type { Physics } from '../../scanner/physics.js';
import { FRONT_AXES, FRONT_NAMES } from '../../scene/front-axes.js';
import { headingAlong } from '../../scene/fronts.js';
import { randomMaterials } from '../../scene/materials/random-materials.js';
import type { Material } from '../../scene/model.js';
import { MODEL_ENDINGS, SCENE_FORMATS, sceneFormatOf } from '../../scene/read/scene-formats.js';
import type { MaterialPhysics, ScenePart } from '../../scene/scene-description.js';
import { noteFault, noting, pathIn, type Reading } from '../resolve/reading.js';
import { seedField } from '../schema/seed-field.js';
import { animationSchema, clipChoice } from './animation.js';
import { SCALE_LIMITS } from './transform.js';
import { resolveVoxels, voxelsSchema } from './voxels.js';

/** Metres in one unit of length. */
export const LENGTH_UNITS = { m: 1, cm: 0.01, mm: 0.001, km: 1000, ft: 0.3048, in: 0.0254 } as const;

const unitNames = Object.keys(LENGTH_UNITS) as [keyof typeof LENGTH_UNITS, ...(keyof typeof LENGTH_UNITS)[]];

const unit = z
  .union([choiceField('Name of the unit', unitNames), numberField('Metres in one unit', SCALE_LIMITS)], {
    error: `one of ${unitNames.join(', ')}, or the number of metres in one unit`,
  })
  .describe('Unit of length of the file');

const Y_UP = joinWords(
  SCENE_FORMATS.filter(({ up }) => up === 'y').map(({ title }) => title),
  'and',
);

const levelOfDetail = z
  .union(
    [textField('Such as "2.2", or "2" for the finest of level 2'), numberField('As a number', { min: 0, max: 9 })],
    { error: 'a level of detail such as "2.2"' },
  )
  .describe('Level of detail taken of a CityJSON file; absent: the finest of each object')
  .meta({ examples: ['2.2'] });

const partMaterial = mapField('a material of an MTL file', {
  file: textField('MTL file, relative to the survey file', 'a path to an MTL file'),
  name: textField('Name of the material; absent: the first one in the order of their names').optional(),
  random: mapField('copies of it with other colours, for the cubes of voxels in turn', {
    copies: numberField('Number of copies besides itself', { whole: true, min: 1, max: 1000 }),
    range: numberField('Most by which components of Kd and Ks differ', { above: 0, max: 1 }).default(1),
    seed: seedField('Other seeds, other colours').default(1),
  }).optional(),
});

/** More tiles than a scene has cells for. */
const TILES_MAX = 10_000;

/** Keys of a part of a file, besides those of all parts. */
export const fileKeys = {
  file: textField(
    `Model: ${joinWords(MODEL_ENDINGS, 'or')}, or one of these with .gz behind it; relative to the survey file`,
    'a path to a model file',
  ),
  tiles: listField(
    'rasters on the grid of the file, which are one surface with it; relative to the survey file',
    textField('Raster of heights', 'a path to a raster of heights'),
    { min: 1, max: TILES_MAX },
  ).optional(),
  up: choiceField(`Which axis of the file points up; absent: y for ${Y_UP}, z otherwise`, ['y', 'z']).optional(),
  unit: unit.optional(),
  lod: levelOfDetail.optional(),
  objects: choiceField(
    'One object of a part that is placed once: all of it, or each node; absent: all, if its nodes are one thing',
    ['part', 'node'],
  ).optional(),
  front: choiceField(
    'Where the front of the model looks, in the axes of the file; absent: +z for glTF, by its own rule',
    FRONT_NAMES,
  ).optional(),
  animation: animationSchema.optional(),
  voxels: voxelsSchema.optional(),
  material: partMaterial
    .describe('What all surfaces of the part have, without its pictures, in place of the materials of its file')
    .optional(),
};

const fileSchema = z.object(fileKeys);

export type FileDefinition = z.output<typeof fileSchema>;

/** The file of a part. Notes keys that do not apply to files of its kind. */
export function resolveFile(
  reading: Reading,
  { file, tiles, lod, voxels, animation }: FileDefinition,
  path: ValuePath,
  foliage: Physics['foliage'],
): ScenePart['source'] {
  if (lod !== undefined && !sceneFormatOf(file)?.hasLevels)
    noteFault(reading, [...path, 'lod'], lod, 'no lod: only CityJSON files have levels of detail');
  return {
    kind: 'file',
    path: pathIn(reading, file),
    ...(tiles && { tiles: tiles.map((tile) => pathIn(reading, tile)) }),
    ...(lod !== undefined && { lod: String(lod) }),
    ...clipChoice({ file, animation }),
    ...(voxels !== undefined && { voxels: resolveVoxels(reading, file, voxels, [...path, 'voxels'], foliage) }),
  };
}

/**
 * The objects and the front of a part of a file, `transform` after its axes. Notes objects of nodes in a part that is
 * one object at each place anyway, and a front that looks up or down.
 */
export function resolveObjects(
  reading: Reading,
  { objects, front, ...part }: FileDefinition & { instances?: unknown; instance?: number },
  transform: Affine,
  path: ValuePath,
): Pick<ScenePart, 'objects' | 'front'> {
  const other = part.instances !== undefined ? 'instances' : part.instance !== undefined ? 'instance' : undefined;
  if (objects === 'node' && other !== undefined)
    noteFault(
      reading,
      [...path, 'objects'],
      objects,
      other === 'instances'
        ? 'part: with instances, each placement is one object'
        : 'part: with instance, the part is one object',
    );
  if (front !== undefined && headingAlong(transform, FRONT_AXES[front]) === undefined)
    noteFault(reading, [...path, 'front'], front, 'an axis of the file that lies level in the scene');
  return { ...(objects && { objects }), ...(front && { front }) };
}

/** Transform from the file's axes and unit to z up and metres. */
export function fileAxes({ file, up, unit = 'm' }: FileDefinition): Affine {
  const metres = typeof unit === 'number' ? unit : LENGTH_UNITS[unit];
  const yUp = (up ?? sceneFormatOf(file)?.up ?? 'z') === 'y';
  const scaled = metres === 1 ? IDENTITY : scaling([metres, metres, metres]);
  return yUp ? compose(Y_TO_Z, scaled) : scaled;
}

/** y up to z up: (x, y, z) → (x, −z, y), a quarter turn about x without rounding. */
const Y_TO_Z: Affine = [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0];

/** The part with the material that it has everywhere, if it names one. Notes its faults at `path`. */
export async function withMaterial(
  reading: Reading,
  definition: FileDefinition,
  part: ScenePart,
  path: ValuePath,
  options: { physics: MaterialPhysics; log: Log },
): Promise<ScenePart> {
  if (definition.material === undefined || part.source.kind !== 'file') return part;
  const materials = await resolvePartMaterials(reading, definition.material, path, options);
  const { random } = definition.material;
  const voxels = part.source.voxels ?? (sceneFormatOf(definition.file)?.hasVoxels ? {} : undefined);
  if (random !== undefined && (voxels === undefined || voxels.mode === 'medium'))
    noteFault(reading, [...path, 'random'], random, 'no random: only cubes of voxels have materials in turn');
  const groups = random && voxels && { voxels: { ...voxels, groups: random.copies + 1 } };
  return { ...part, source: { ...part.source, ...groups, ...(materials && { materials }) } };
}

type MaterialDefinition = NonNullable<FileDefinition['material']>;

/**
 * The material of an MTL file that a part has everywhere, and its copies; undefined after a fault, which it notes at
 * `path`.
 */
function resolvePartMaterials(
  reading: Reading,
  { file, name, random }: MaterialDefinition,
  path: ValuePath,
  options: { log: Log; physics: MaterialPhysics },
): Promise<Material[] | undefined> {
  return noting(reading, [...path, name === undefined ? 'file' : 'name'], async () => {
    const { readMtlMaterial } = await import('../../scene/read/obj/read-mtl-material.js');
    const material = await readMtlMaterial(reading.files, pathIn(reading, file), name, options);
    return random === undefined ? [material] : randomMaterials(material, random);
  });
}
