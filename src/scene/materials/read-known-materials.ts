import type { Files } from '../../base/files/files.js';
import { isThere } from '../../base/files/is-there.js';
import { basename, joinPath } from '../../base/files/paths.js';
import { listMaterials } from '../../material/catalogue/catalogue.js';
import type { CataloguedMaterial } from '../../material/file/resolve-material.js';
import type { Model } from '../model.js';
import type { SceneDescription } from '../scene-description.js';
import type { KnownMaterials } from './choose-scattering.js';

/** Endings of text files of spectra: bare, of HELIOS++ and splib07, of ECOSTRESS. */
const SPECTRUM_ENDINGS = ['.txt', '.spectrum.txt', '.csv'];

/**
 * The catalogue preceded by the materials of the description's folders, and the spectra that the models name: text
 * files NAME.txt, NAME.spectrum.txt or NAME.csv in these folders, as Lambertian surfaces. Throws UserError for invalid
 * files.
 */
export async function readKnownMaterials(
  files: Files,
  { materialFolders = [] }: SceneDescription,
  models: readonly Model[],
): Promise<KnownMaterials> {
  const catalogue = await listMaterials(files, materialFolders);
  const names = new Set(models.flatMap(({ materials }) => materials.flatMap(({ spectrum }) => spectrum ?? [])));
  const spectra = new Map<string, CataloguedMaterial>();
  for (const name of names) {
    const file = await findSpectrumFile(files, name, materialFolders);
    if (file !== undefined) spectra.set(name, await readSpectrum(files, name, file));
  }
  return { catalogue, spectra };
}

/** Only names without a path: a name in a model must not lead out of the folders that the user has named. */
async function findSpectrumFile(files: Files, name: string, folders: readonly string[]): Promise<string | undefined> {
  if (basename(name) !== name || name.includes('\\')) return undefined;
  const paths = folders.flatMap((folder) => SPECTRUM_ENDINGS.map((ending) => joinPath(folder, `${name}${ending}`)));
  for (const path of paths) if (await isThere(files, path)) return path;
  return undefined;
}

async function readSpectrum(files: Files, id: string, file: string): Promise<CataloguedMaterial> {
  // Models seldom name spectra.
  const { readReflectanceSpectrum } = await import('../../material/read/read-reflectance-spectrum.js');
  const { name, spectrum } = await readReflectanceSpectrum(files, file);
  const source = `spectrum ${basename(file)}`;
  return { id, name, words: [], scattering: { model: 'lambert', reflectance: spectrum }, source, file };
}
