import { readdirSync } from 'node:fs';
import { joinPath } from '../../base/files/paths.js';
import { readMaterialFile } from '../file/node-read-material.js';
import type { CataloguedMaterial } from '../file/resolve-material.js';
import { beforeShipped, FolderIds, folderFault, materialNames, materialOfId } from './catalogue.js';

/** `listMaterials` of folders on this machine, at once. */
export const listMaterials = (folders: readonly string[] = []): readonly CataloguedMaterial[] =>
  beforeShipped(folders.flatMap(readFolder));

/** The material `id`; throws UserError with the nearest ids where there is none, and where listMaterials does. */
export const findMaterial = (id: string, folders: readonly string[] = []): CataloguedMaterial =>
  materialOfId(id, listMaterials(folders));

function readFolder(folder: string): CataloguedMaterial[] {
  const ids = new FolderIds();
  return materialNames(namesIn(folder)).map((name) => {
    const material = readMaterialFile(joinPath(folder, name));
    ids.add(material, name);
    return material;
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw folderFault(folder, error);
  }
}
