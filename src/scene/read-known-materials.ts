import { access } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { listMaterials } from '../material/catalogue/catalogue.js';
import type { CataloguedMaterial } from '../material/file/resolve-material.js';
import { readReflectanceSpectrum } from '../material/read/read-reflectance-spectrum.js';
import type { KnownMaterials } from './choose-scattering.js';
import type { Model } from './model.js';
import type { ScenePlan } from './scene-plan.js';

/** Endings of text files of spectra: bare, of HELIOS++ and splib07, of ECOSTRESS. */
const SPECTRUM_ENDINGS = ['.txt', '.spectrum.txt', '.csv'];

/**
 * The catalogue with the materials of the plan's folders before it, and the spectra that the models name: text files NAME.txt,
 * NAME.spectrum.txt or NAME.csv in these folders, as evenly scattering surfaces. Throws UserError for files that are wrong.
 */
export async function readKnownMaterials(
  { materialFolders = [] }: ScenePlan,
  models: readonly Model[],
): Promise<KnownMaterials> {
  const catalogue = listMaterials(materialFolders);
  const names = new Set(models.flatMap(({ materials }) => materials.flatMap(({ spectrum }) => spectrum ?? [])));
  const spectra = new Map<string, CataloguedMaterial>();
  for (const name of names) {
    const file = await findSpectrumFile(name, materialFolders);
    if (file !== undefined) spectra.set(name, await readSpectrum(name, file));
  }
  return { catalogue, spectra };
}

/** Only names without a path: what a model says must not lead out of the folders that the user has named. */
async function findSpectrumFile(name: string, folders: readonly string[]): Promise<string | undefined> {
  if (basename(name) !== name || name.includes('\\')) return undefined;
  const files = folders.flatMap((folder) => SPECTRUM_ENDINGS.map((ending) => join(folder, `${name}${ending}`)));
  for (const file of files) if (await exists(file)) return file;
  return undefined;
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

async function readSpectrum(id: string, file: string): Promise<CataloguedMaterial> {
  const { name, spectrum } = await readReflectanceSpectrum(file);
  const source = `spectrum ${basename(file)}`;
  return { id, name, words: [], scattering: { model: 'lambert', reflectance: spectrum }, source, file };
}
