import { z } from 'zod';
import { UserError } from '../../base/errors.js';
import type { Fault } from '../../base/yaml/faults.js';
import { listField, mapField, numberField, textField } from '../../base/yaml/fields.js';
import type { ValuePath } from '../../base/yaml/source-document.js';
import { listMaterials, nearestMaterials } from '../../material/catalogue/catalogue.js';
import { isMaterialFile, readMaterialFile, readTablesOf } from '../../material/file/read-material.js';
import type { CataloguedMaterial } from '../../material/file/resolve-material.js';
import { resolveScattering, type Scattering, scatteringSchema } from '../../material/scattering.js';
import { BRIGHTNESS_MAX } from '../../material/spectrum/spectrum-field.js';
import type { MaterialDescription, MaterialPhysics, SceneDescription } from '../../scene/scene-description.js';
import { noteFault, pathIn, type Reading } from '../resolve/reading.js';
import { reasonOf } from '../resolve/scanner-files.js';

/** The survey's `scene.materials` and `scene.materialFolders`: how surfaces scatter. */

const FOLDERS_MAX = 100;

const share = { min: 0, max: 1 };

const COLOR_TEXT = 'a list of 3 or 4 numbers from 0 to 1';

const material = mapField('a material', {
  reflectance: z
    .union(
      [
        numberField(
          'Of an evenly scattering surface, at the wavelength of the laser; at most 1 unless physics takes it as written',
          {
            min: 0,
            max: BRIGHTNESS_MAX,
          },
        ),
        z.literal('texture').describe('The picture of colours, as reflectance relative to its mean'),
      ],
      { error: 'a number from 0 to 1, or texture' },
    )
    .describe(
      'Of an evenly scattering surface, at the wavelength of the laser; texture: the picture of colours multiplies the reflectance, with a mean of 1',
    )
    .optional(),
  use: textField(
    'Id of a material of materialFolders or the catalogue, or path of a material file (.yaml), relative to the survey file',
    'the id of a material or a path to a material file',
  ).optional(),
  scattering: scatteringSchema.optional(),
  baseColor: z
    .array(numberField('', share), { error: COLOR_TEXT })
    .min(3, { error: COLOR_TEXT })
    .max(4, { error: COLOR_TEXT })
    .describe('Colour: [red, green, blue] or [red, green, blue, alpha], linear')
    .optional(),
});

/** The survey's `scene.materials`: how surfaces scatter. */
export const materialsSchema = z
  .record(textField('Name of the material'), material, { error: 'a map of materials by name' })
  .describe('Materials by name; they replace or complete those of the files');

/** The survey's `scene.materialFolders`. */
export const materialFoldersField = listField(
  'folders of material files, relative to the survey file; those before weigh more, the catalogue least',
  textField('Folder', 'a path to a folder'),
  { max: FOLDERS_MAX },
);

type MaterialDefinitions = z.output<typeof materialsSchema>;

/**
 * The materials of a survey, with their files and the catalogue read, and the absolute paths of its folders of
 * materials. Notes faults in `reading`. Reflectances above 1 need `physics` that takes them as written.
 */
export async function resolveMaterials(
  reading: Reading,
  { materials = {}, materialFolders = [] }: { materials?: MaterialDefinitions; materialFolders?: readonly string[] },
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
