import { z } from 'zod';
import { compose } from '../../base/affine.js';
import type { Log } from '../../base/log.js';
import { mapField, textField } from '../../base/yaml/fields.js';
import type { Physics } from '../../scanner/physics.js';
import { modelName } from '../../scene/read/scene-formats.js';
import type { MaterialPhysics, ScenePart, Standing } from '../../scene/scene-description.js';
import type { Recordings } from '../legs/recordings.js';
import { noteFault, placeIn, type Reading } from '../resolve/reading.js';
import { uniqueNames } from '../resolve/unique-names.js';
import { resolveAnimation } from './animation.js';
import { carrierPart, resolveCarrier } from './carrier-part.js';
import { fileAxes, fileKeys, resolveFile, resolveObjects, withMaterial } from './file-part.js';
import { generatorSchema, resolveGenerated } from './generated-part.js';
import { instanceField } from './instance-field.js';
import { instancesSchema, resolvePlacement, scatterOf } from './instances.js';
import { checkMoving, motionSchema, resolveMotion, ridingOn } from './motion/index.js';
import { checksGrounds, resolveStand, standSchema } from './standing.js';
import { resolveTransform, transformSchema } from './transform.js';

const common = {
  name: textField('Name of the part; absent: the name of the file or of the generator').optional(),
  transform: transformSchema.optional(),
  instances: instancesSchema.optional(),
  on: standSchema.optional(),
  motion: motionSchema.optional(),
  instance: instanceField(
    'Number of the object that the part is, with all its placements; absent: numbers in turn',
  ).optional(),
};

const filePart = mapField('a part read from a file', { ...common, ...fileKeys });

const generatedPart = mapField('a part made by a generator', { ...common, generate: generatorSchema });

export const partSchema = z.union([filePart, generatedPart, carrierPart], {
  error: 'a map with file, with generate, or with carrier',
});

export type PartDefinition = z.output<typeof partSchema>;

/** Most parts of a scene. */
export const PARTS_MAX = 10_000;

/** Distinct names of the parts; notes duplicates given by the user. */
export function partNames(reading: Reading, parts: readonly PartDefinition[]): string[] {
  const wishes = parts.map((part) => ({
    given: part.name,
    stem: stemOf(part),
  }));
  return uniqueNames(wishes, (index, name) =>
    noteFault(reading, ['scene', 'parts', index, 'name'], name, 'a name that no other part has'),
  );
}

function stemOf(part: PartDefinition): string {
  if ('carrier' in part) return part.carrier;
  return 'file' in part ? modelName(part.file) : part.generate.kind;
}

/** Facts of the survey that parts depend on. */
interface PartContext {
  /** Names of all parts. */
  names: readonly string[];
  physics: MaterialPhysics & Pick<Physics, 'foliage'>;
  recordings: Recordings;
  log: Log;
}

/** The ground of a part; plants of a forest without its own stand on it one by one. Notes faults. */
function standOf(
  reading: Reading,
  part: Exclude<PartDefinition, z.output<typeof carrierPart>>,
  path: (string | number)[],
  names: readonly string[],
  own: string,
): Standing | undefined {
  if (part.on === undefined) return undefined;
  const stand = resolveStand(reading, part.on, [...path, 'on'], names, own);
  if (!('generate' in part) || part.generate.ground !== 'none') return stand;
  if (part.instances !== undefined)
    noteFault(reading, [...path, 'instances'], 'instances', 'no instances: plants stand on their ground one by one');
  if (stand.by !== 'surface')
    noteFault(reading, [...path, 'on', 'by'], stand.by, 'surface: plants stand on their ground one by one');
  return { ...stand, each: true };
}

/** A part of the scene, the `index`-th. Notes its faults. */
export async function resolvePart(
  reading: Reading,
  part: PartDefinition,
  index: number,
  { names, physics, recordings, log }: PartContext,
): Promise<ScenePart> {
  const path = ['scene', 'parts', index];
  if ('carrier' in part) return resolveCarrier(reading, part, path, names[index]);
  const placed = resolveTransform(reading, part.transform, [...path, 'transform']);
  const isFile = 'file' in part;
  if (part.on !== undefined && scatterOf(part.instances)?.on !== undefined)
    noteFault(reading, [...path, 'on'], part.on, 'no on: its scatter has one');
  const transform = isFile ? compose(placed, fileAxes(part)) : placed;
  checkMoving(reading, part, path);
  const others = names.filter((_, k) => k !== index);
  const context = { recordings, others, knowsOthers: checksGrounds(reading) };
  const motion = part.motion && (await resolveMotion(reading, part.motion, [...path, 'motion'], context));
  const resolved = {
    name: names[index],
    source: isFile
      ? resolveFile(reading, part, path, physics.foliage)
      : await resolveGenerated(reading, [...path, 'generate'], part.generate, log),
    transform,
    placement: resolvePlacement(reading, part.instances, [...path, 'instances'], names, names[index]),
    ...ridingOn(reading, motion, standOf(reading, part, path, names, names[index]), [...path, 'on']),
    ...(isFile && resolveObjects(reading, part, transform, path)),
    ...(isFile && resolveAnimation(reading, part, [...path, 'animation'])),
    ...(part.instance !== undefined && { instance: part.instance }),
    place: placeIn(reading, isFile ? [...path, 'file'] : path),
  };
  return isFile ? withMaterial(reading, part, resolved, [...path, 'material'], { physics, log }) : resolved;
}
