import { UserError } from '../../base/errors.js';
import { describeSystemError } from '../../base/files/file-error.js';
import type { Files } from '../../base/files/files.js';
import { joinPath } from '../../base/files/paths.js';
import { didYouMeanEntry } from '../../base/yaml/check-document.js';
import { quoteText } from '../../base/yaml/faults.js';
import { readMaterialFile } from '../file/read-material.js';
import type { CataloguedMaterial } from '../file/resolve-material.js';
import { materialByName } from './material-by-name.js';
import { shippedMaterials } from './shipped-materials.js';

/**
 * Lists the materials of `folders` in order, then those that ship with subray, each folder's by file name. Of materials
 * with the same id only the first is listed; it keeps the words of the others if it has none of its own. Throws
 * UserError for folders and files that cannot be read or are invalid, and for two files with the same id in a folder.
 */
export async function listMaterials(
  files: Files,
  folders: readonly string[] = [],
): Promise<readonly CataloguedMaterial[]> {
  const own: CataloguedMaterial[] = [];
  for (const folder of folders) own.push(...(await readFolder(files, folder)));
  return beforeShipped(own);
}

/** The user's own materials, then those that ship with subray, each id once; see listMaterials. */
export function beforeShipped(own: readonly CataloguedMaterial[]): readonly CataloguedMaterial[] {
  if (own.length === 0) return shippedMaterials();
  const listed = new Map<string, CataloguedMaterial>();
  for (const material of [...own, ...shippedMaterials()]) {
    const first = listed.get(material.id);
    if (first === undefined) listed.set(material.id, material);
    else if (first.words.length === 0) listed.set(material.id, { ...first, words: material.words });
  }
  return [...listed.values()];
}

/** The one of `materials` with this `id`. Throws UserError with the nearest ids if it is unknown. */
export function materialOfId(id: string, materials: readonly CataloguedMaterial[]): CataloguedMaterial {
  const found = materials.find((material) => material.id === id);
  if (found) return found;
  throw new UserError(`found ${quoteText(id)}, expected a material of the catalogue${nearestMaterials(id, materials)}`);
}

/** Ids that the unknown `id`, which may be a name or a word of a material, may have meant; for a message. */
export function nearestMaterials(id: string, materials: readonly CataloguedMaterial[]): string {
  const near = didYouMeanEntry(id, materials);
  if (near !== '') return near;
  const byWord = materialByName(id, materials);
  return byWord === undefined ? '; subray material list names them' : `; did you mean ${quoteText(byWord.id)}?`;
}

/** The materials of a folder's YAML files. */
async function readFolder(files: Files, folder: string): Promise<CataloguedMaterial[]> {
  const names = await files.list(folder).catch((error: unknown) => {
    throw folderFault(folder, error);
  });
  const ids = new FolderIds();
  const materials: CataloguedMaterial[] = [];
  for (const name of materialNames(names)) {
    const material = await readMaterialFile(files, joinPath(folder, name));
    ids.add(material, name);
    materials.push(material);
  }
  return materials;
}

/** The names of material files, in order. */
export const materialNames = (names: readonly string[]): string[] =>
  names.filter((name) => /\.ya?ml$/i.test(name)).sort();

/** The error for a folder of materials that cannot be read. */
export const folderFault = (folder: string, error: unknown): UserError =>
  new UserError(`cannot read the folder of materials: ${describeSystemError(error)}`, {
    place: { file: folder },
    cause: error,
  });

/** The ids of one folder, which must differ. */
export class FolderIds {
  private readonly names = new Map<string, string>();

  /** Throws UserError if another file has the id of `material`, which comes from the file `name`. */
  add({ id, file }: CataloguedMaterial & { file: string }, name: string): void {
    const other = this.names.get(id);
    if (other !== undefined)
      throw new UserError(`found the id ${quoteText(id)}, which ${other} has, too`, {
        place: { file },
        hint: 'Materials of one folder have different ids.',
      });
    this.names.set(id, name);
  }
}
