import type { z } from 'zod';
import { type Log, SILENT_LOG } from '../../base/log.js';
import { listField, mapField, textField } from '../../base/yaml/fields.js';
import type { Crs } from '../../crs/crs.js';
import { PROCEDURAL_CLASS_NAMES } from '../../procedural/labels.js';
import { PHYSICS, type Physics } from '../../scanner/physics.js';
import type { MaterialPhysics, SceneDescription, ScenePart } from '../../scene/scene-description.js';
import { Recordings } from '../legs/recordings.js';
import { noteFault, pathIn, placeIn, type Reading } from '../resolve/reading.js';
import { generatedLabels, type PlacedGenerator } from './generated-part.js';
import { labelKeys, resolveClassNames, resolveLabels, resolveSemantics } from './labels.js';
import { materialFoldersField, materialsSchema, resolveMaterials } from './materials.js';
import { PARTS_MAX, type PartDefinition, partNames, partSchema, resolvePart } from './part.js';
import { resolveTraffic, trafficSchema } from './traffic.js';

/** The survey's `scene`: its geometry, its placement, and the labels of its surfaces. */
export const sceneSchema = mapField('a scene', {
  parts: listField('parts of the scene', partSchema, { min: 1, max: PARTS_MAX }),
  traffic: trafficSchema.optional(),
  ...labelKeys,
  materials: materialsSchema.optional(),
  materialFolders: materialFoldersField.optional(),
  modelFolders: listField(
    "folders whose files models may name (material libraries, images, buffers), besides those in a model's own folder; relative to the survey file",
    textField('Folder', 'a path to a folder'),
    { max: 100 },
  ).optional(),
});

export type SceneDefinition = z.output<typeof sceneSchema>;

/**
 * The scene of a survey with absolute paths, placements as matrices and labels by number. `physics` is the survey's;
 * absent: PHYSICS.si; `crs`, too, into which geographic trajectories of parts lead. Notes faults in `reading`; `log`
 * receives warnings about material files and trajectories.
 */
export async function resolveScene(
  reading: Reading,
  scene: SceneDefinition,
  physics: MaterialPhysics & Pick<Physics, 'foliage'> = PHYSICS.si,
  log: Log = SILENT_LOG,
  crs?: Crs,
): Promise<SceneDescription> {
  const names = partNames(reading, scene.parts);
  const generated = generators(reading, scene.parts);
  const recordings = new Recordings(reading.files, reading.folder, log, crs);
  const parts: ScenePart[] = [];
  for (const [index, part] of scene.parts.entries()) {
    parts.push(await resolvePart(reading, part, index, { names, physics, recordings, log }));
  }
  return {
    parts: await resolveTraffic(reading, scene.traffic, parts, { names, log, crs }),
    labels: [...resolveLabels(reading, scene), ...generatedLabels(generated)],
    semantics: resolveSemantics(reading, scene),
    ...resolveClassNames(reading, scene, generated.length > 0 ? PROCEDURAL_CLASS_NAMES : undefined),
    ...(await resolveMaterials(reading, scene, physics)),
    ...(await resolveModelFolders(reading, scene)),
    ...(isOfInstruments(physics) ? {} : { physics: { gloss: physics.gloss, reflectance: physics.reflectance } }),
  };
}

/** Requests to the generators of the scene. */
const generators = (reading: Reading, parts: readonly PartDefinition[]): PlacedGenerator[] =>
  parts.flatMap((part, index) =>
    'generate' in part ? [{ wish: part.generate, place: placeIn(reading, ['scene', 'parts', index]) }] : [],
  );

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
