import { readdirSync } from 'node:fs';
import { joinPath } from '../../base/files/paths.js';
import { scatteringRange } from '../backscatter-at.js';
import { readMaterialFile } from '../file/node-read-material.js';
import { isMaterialFile } from '../file/read-material.js';
import type { CataloguedMaterial } from '../file/resolve-material.js';
import type { ScatteringModel } from '../scattering.js';
import { beforeShipped, FolderMaterials, folderFault, materialNames, materialOfId } from './catalogue.js';

/**
 * Lists the materials of folders on this machine, then those that ship with subray, each id once. Reads synchronously.
 * Throws UserError for folders and files that cannot be read or are invalid, and for two files with the same id in a
 * folder.
 *
 * @example
 * ```ts
 * for (const { id, name } of listMaterials()) console.log(id, name);
 * ```
 */
export const listMaterials = (folders: readonly string[] = []): readonly CataloguedMaterial[] =>
  beforeShipped(folders.flatMap(readFolder));

/**
 * The material `id` of the folders or the catalogue. Throws UserError with the nearest ids if it is unknown, and as
 * listMaterials does.
 *
 * @example
 * ```ts
 * const { scattering } = findMaterial('brick');
 * ```
 */
export const findMaterial = (id: string, folders: readonly string[] = []): CataloguedMaterial =>
  materialOfId(id, listMaterials(folders));

/**
 * The material of a file, if `which` is the path of one, otherwise that of the id. Throws UserError if neither is
 * found.
 */
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

/** The materials of the folders and the catalogue, by id. Throws UserError as listMaterials does. */
export function materialListings(folders: readonly string[]): MaterialListing[] {
  return listMaterials(folders)
    .map(({ id, name, scattering, file }) => {
      const range = scatteringRange(scattering);
      return { id, name, model: scattering.model, ...(range && { rangeNm: range }), ...(file && { file }) };
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

function readFolder(folder: string): CataloguedMaterial[] {
  const materials = new FolderMaterials();
  for (const name of materialNames(namesIn(folder)))
    try {
      materials.add(name, readMaterialFile(joinPath(folder, name)));
    } catch (error) {
      materials.fail(error);
    }
  return materials.list();
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw folderFault(folder, error);
  }
}
