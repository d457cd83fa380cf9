import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../base/errors.js';
import { didYouMean } from '../../base/yaml/check-document.js';
import { quoteText } from '../../base/yaml/faults.js';
import { describeSystemError } from '../../base/yaml/read-text.js';
import { scatteringRange } from '../backscatter-at.js';
import { isMaterialFile, readMaterialFile } from '../file/read-material.js';
import type { CataloguedMaterial } from '../file/resolve-material.js';
import type { ScatteringModel } from '../scattering.js';
import { shippedMaterials } from './shipped-materials.js';

/**
 * The materials of `folders` in their order, then those that ship with subray, each folder's by the names of its files. Of
 * materials of one id only the first is listed; it keeps the words of those behind it where it has none of its own. Throws
 * UserError for folders and files that cannot be read or are wrong, and for two files of one id in a folder.
 */
export function listMaterials(folders: readonly string[] = []): readonly CataloguedMaterial[] {
  if (folders.length === 0) return shippedMaterials();
  const listed = new Map<string, CataloguedMaterial>();
  for (const material of [...folders.flatMap(readFolder), ...shippedMaterials()]) {
    const first = listed.get(material.id);
    if (first === undefined) listed.set(material.id, material);
    else if (first.words.length === 0) listed.set(material.id, { ...first, words: material.words });
  }
  return [...listed.values()];
}

/** The material `id`; throws UserError with the nearest ids where there is none, and where listMaterials does. */
export function findMaterial(id: string, folders: readonly string[] = []): CataloguedMaterial {
  const materials = listMaterials(folders);
  const found = materials.find((material) => material.id === id);
  if (found) return found;
  const near = didYouMean(
    id,
    materials.map((material) => material.id),
  );
  const expected = `a material of the catalogue${near || '; subray material list names them'}`;
  throw new UserError(`found ${quoteText(id)}, expected ${expected}`);
}

/** The material of a file, where `which` is the path of one, else that of the id. Throws UserError where neither is found. */
export function findMaterialOrFile(which: string, folders: readonly string[]): CataloguedMaterial {
  return isMaterialFile(which) ? readMaterialFile(which) : findMaterial(which, folders);
}

/** A material in a list of the catalogue. */
export interface MaterialListing {
  id: string;
  name: string;
  model: ScatteringModel;
  /** First and last wavelength (nm) at which it is known; absent: all. */
  rangeNm?: readonly [number, number];
  file?: string;
}

/** What the folders and the catalogue hold, by id. Throws UserError where listMaterials does. */
export function materialListings(folders: readonly string[]): MaterialListing[] {
  return listMaterials(folders)
    .map(({ id, name, scattering, file }) => {
      const range = scatteringRange(scattering);
      return { id, name, model: scattering.model, ...(range && { rangeNm: range }), ...(file && { file }) };
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The materials of a folder's YAML files. */
function readFolder(folder: string): CataloguedMaterial[] {
  const files = new Map<string, string>();
  return materialFiles(folder).map((name) => {
    const file = join(folder, name);
    const material = readMaterialFile(file);
    const other = files.get(material.id);
    if (other !== undefined)
      throw new UserError(`found the id ${quoteText(material.id)}, which ${other} has, too`, {
        place: { file },
        hint: 'Materials of one folder have different ids.',
      });
    files.set(material.id, name);
    return material;
  });
}

function materialFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /\.ya?ml$/i.test(name))
      .sort();
  } catch (error) {
    throw new UserError(`cannot read the folder of materials: ${describeSystemError(error)}`, {
      place: { file: folder },
      cause: error,
    });
  }
}
