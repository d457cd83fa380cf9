import { resolve } from 'node:path';
import { formatPlace, UserError } from '../../base/errors.js';
import { didYouMean } from '../../base/yaml/check-document.js';
import type { ValuePath } from '../../base/yaml/yaml-document.js';
import { listMaterials } from '../../material/catalogue/catalogue.js';
import { isMaterialFile, readMaterialFile, tableReader } from '../../material/file/read-material.js';
import type { CataloguedMaterial } from '../../material/file/resolve-material.js';
import { resolveScattering, type Scattering } from '../../material/scattering.js';
import type { MaterialPlan, ScenePlan } from '../../scene/scene-plan.js';
import type { MaterialDefinitions } from '../schema/scene-materials-schema.js';
import type { SceneDefinition } from '../schema/scene-schema.js';
import { noteFault, type Reading } from './reading.js';

/**
 * The materials of a survey with the files and the catalogue that they come from read, and its folders of materials, absolute.
 * Notes faults in `reading`.
 */
export function resolveMaterials(
  reading: Reading,
  { materials = {}, materialFolders = [] }: Pick<SceneDefinition, 'materials' | 'materialFolders'>,
): Pick<ScenePlan, 'materials' | 'materialFolders'> {
  const folders = materialFolders.map((folder) => resolve(reading.folder, folder));
  const catalogue = readCatalogue(reading, materialFolders);
  return {
    materials: Object.entries(materials).map(([name, entry]) => resolveEntry(reading, name, entry, catalogue)),
    ...(folders.length > 0 && { materialFolders: folders }),
  };
}

/** The catalogue behind the folders; a fault and the bare catalogue where one of them cannot be used. */
function readCatalogue(reading: Reading, folders: readonly string[]): readonly CataloguedMaterial[] {
  const usable = folders.flatMap((given, index) => {
    const [path, folder] = [['scene', 'materialFolders', index], resolve(reading.folder, given)];
    const materials = attempt(reading, path, given, 'a folder of material files', () => listMaterials([folder]));
    return materials === undefined ? [] : folder;
  });
  return listMaterials(usable);
}

type Entry = MaterialDefinitions[string];

/** Keys that say how a material scatters; one of them is enough. */
const SCATTERING_KEYS = ['reflectance', 'use', 'scattering'] as const;

function resolveEntry(
  reading: Reading,
  name: string,
  entry: Entry,
  catalogue: readonly CataloguedMaterial[],
): MaterialPlan {
  const path = ['scene', 'materials', name];
  const [, second] = SCATTERING_KEYS.filter((key) => entry[key] !== undefined);
  if (second !== undefined)
    noteFault(reading, [...path, second], entry[second], 'one of reflectance, use and scattering');
  const { baseColor } = entry;
  return {
    name,
    ...scatteringOf(reading, path, entry, catalogue),
    ...(baseColor && { baseColor: [baseColor[0], baseColor[1], baseColor[2], baseColor[3] ?? 1] as const }),
    place: reading.document.placeOfKey(['scene', 'materials'], name),
  };
}

function scatteringOf(
  reading: Reading,
  path: ValuePath,
  { reflectance, use, scattering }: Entry,
  catalogue: readonly CataloguedMaterial[],
): Pick<MaterialPlan, 'scattering' | 'use'> {
  if (reflectance !== undefined) return { scattering: { model: 'lambert', reflectance } };
  if (scattering !== undefined) {
    const resolved = attempt(reading, [...path, 'scattering'], scattering, 'a usable table', () =>
      resolveScattering(scattering, tableReader(reading.folder)),
    );
    return { scattering: resolved };
  }
  return use === undefined ? {} : resolveUse(reading, [...path, 'use'], use, catalogue);
}

function resolveUse(
  reading: Reading,
  path: ValuePath,
  use: string,
  catalogue: readonly CataloguedMaterial[],
): { scattering?: Scattering; use: string } {
  if (isMaterialFile(use)) {
    const file = resolve(reading.folder, use);
    return {
      scattering: attempt(reading, path, use, 'a material file', () => readMaterialFile(file).scattering),
      use: file,
    };
  }
  const found = catalogue.find(({ id }) => id === use);
  const ids = catalogue.map(({ id }) => id);
  if (found === undefined)
    noteFault(
      reading,
      path,
      use,
      `the id of a material or a path to a .yaml file${didYouMean(use, ids) || '; subray material list names them'}`,
    );
  return { scattering: found?.scattering, use };
}

/** What `read` gives; where it throws a user's fault that is noted at `path`, with its own place and reason. */
function attempt<T>(reading: Reading, path: ValuePath, found: unknown, expected: string, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    noteFault(reading, path, found, `${expected} (${firstFault(error)})`);
    return undefined;
  }
}

/** What is wrong and where, on one line; of several faults their number and the first. */
function firstFault({ message, place }: UserError): string {
  const [head, first] = message.split('\n').map((line) => line.trim());
  if (first !== undefined) return `${head}, the first: ${first}`;
  return place === undefined ? head : `${formatPlace(place)}: ${head}`;
}
