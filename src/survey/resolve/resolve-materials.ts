import { UserError } from '../../base/errors.js';
import type { Fault } from '../../base/yaml/faults.js';
import type { ValuePath } from '../../base/yaml/source-document.js';
import { listMaterials, nearestMaterials } from '../../material/catalogue/catalogue.js';
import { isMaterialFile, readMaterialFile, readTablesOf } from '../../material/file/read-material.js';
import type { CataloguedMaterial } from '../../material/file/resolve-material.js';
import { resolveScattering, type Scattering } from '../../material/scattering.js';
import type { MaterialDescription, MaterialPhysics, SceneDescription } from '../../scene/scene-description.js';
import type { MaterialDefinitions } from '../schema/scene-materials-schema.js';
import type { SceneDefinition } from '../schema/scene-schema.js';
import { noteFault, pathIn, type Reading } from './reading.js';
import { reasonOf } from './scanner-files.js';

/**
 * The materials of a survey, with their files and the catalogue read, and the absolute paths of its folders of
 * materials. Notes faults in `reading`. Reflectances above 1 need `physics` that takes them as written.
 */
export async function resolveMaterials(
  reading: Reading,
  { materials = {}, materialFolders = [] }: Pick<SceneDefinition, 'materials' | 'materialFolders'>,
  physics: MaterialPhysics,
): Promise<Pick<SceneDescription, 'materials' | 'materialFolders'>> {
  const folders = materialFolders.map((folder) => pathIn(reading, folder));
  const catalogue = await readCatalogue(reading, materialFolders);
  const resolved: MaterialDescription[] = [];
  if (physics.reflectance !== 'as-written') noteBrightMaterials(reading, materials);
  for (const [name, entry] of Object.entries(materials))
    resolved.push(await resolveEntry(reading, name, entry, catalogue));
  return {
    materials: resolved,
    ...(folders.length > 0 && { materialFolders: folders }),
  };
}

function noteBrightMaterials(reading: Reading, materials: MaterialDefinitions): void {
  for (const [name, { reflectance }] of Object.entries(materials))
    if (typeof reflectance === 'number' && reflectance > 1)
      noteFault(
        reading,
        ['scene', 'materials', name, 'reflectance'],
        reflectance,
        'a number >= 0 and <= 1 (more only with physics: { reflectance: as-written })',
      );
}

/** The catalogue behind the folders. If a folder cannot be used: a fault and the bare catalogue. */
async function readCatalogue(reading: Reading, folders: readonly string[]): Promise<readonly CataloguedMaterial[]> {
  const { files } = reading;
  const usable: string[] = [];
  for (const [index, given] of folders.entries()) {
    const [path, folder] = [['scene', 'materialFolders', index], pathIn(reading, given)];
    const read = () => listMaterials(files, [folder]);
    if (await attempt(reading, path, given, 'a folder of material files', read)) usable.push(folder);
  }
  return listMaterials(files, usable);
}

type Entry = MaterialDefinitions[string];

/** Keys that describe how a material scatters; one of them is enough. */
const SCATTERING_KEYS = ['reflectance', 'use', 'scattering'] as const;

async function resolveEntry(
  reading: Reading,
  name: string,
  entry: Entry,
  catalogue: readonly CataloguedMaterial[],
): Promise<MaterialDescription> {
  const path = ['scene', 'materials', name];
  const [, second] = SCATTERING_KEYS.filter((key) => entry[key] !== undefined && entry[key] !== 'texture');
  if (second !== undefined)
    noteFault(reading, [...path, second], entry[second], 'one of reflectance, use and scattering');
  const { baseColor } = entry;
  return {
    name,
    ...(await scatteringOf(reading, path, entry, catalogue)),
    ...(entry.reflectance === 'texture' && { relativeReflectance: true as const }),
    ...(baseColor && { baseColor: [baseColor[0], baseColor[1], baseColor[2], baseColor[3] ?? 1] as const }),
    place: reading.document.placeOfKey(['scene', 'materials'], name),
  };
}

async function scatteringOf(
  reading: Reading,
  path: ValuePath,
  { reflectance, use, scattering }: Entry,
  catalogue: readonly CataloguedMaterial[],
): Promise<Pick<MaterialDescription, 'scattering' | 'use'>> {
  if (typeof reflectance === 'number') return { scattering: { model: 'lambert', reflectance } };
  if (scattering !== undefined) {
    const resolved = await attempt(reading, [...path, 'scattering'], scattering, 'a usable table', async () =>
      resolveScattering(scattering, await readTablesOf(reading.files, reading.folder, scattering)),
    );
    return { scattering: resolved };
  }
  return use === undefined ? {} : resolveUse(reading, [...path, 'use'], use, catalogue);
}

async function resolveUse(
  reading: Reading,
  path: ValuePath,
  use: string,
  catalogue: readonly CataloguedMaterial[],
): Promise<{ scattering?: Scattering; use: string }> {
  if (isMaterialFile(use)) {
    const file = pathIn(reading, use);
    const read = () => readMaterialFile(reading.files, file);
    return { scattering: (await attempt(reading, path, use, 'a material file', read))?.scattering, use: file };
  }
  const found = catalogue.find(({ id }) => id === use);
  if (found === undefined)
    noteFault(reading, path, use, `the id of a material or a path to a .yaml file${nearestMaterials(use, catalogue)}`);
  return { scattering: found?.scattering, use };
}

/**
 * The result of `read`. If it throws a UserError, notes it at `path`, with its own place and reason; one of several
 * faults, each at its own place.
 */
async function attempt<T>(
  reading: Reading,
  path: ValuePath,
  found: unknown,
  expected: string,
  read: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    if (error.faults) noteOnce(reading, error.faults);
    else noteFault(reading, path, found, `${expected} (${reasonOf(error)})`);
    return undefined;
  }
}

/** Notes faults in other files, each of which several materials may name. */
function noteOnce(reading: Reading, faults: readonly Fault[]): void {
  const noted = new Set(reading.faults.map(({ place }) => place.file));
  for (const fault of faults) if (!noted.has(fault.place.file)) reading.faults.push(fault);
}
