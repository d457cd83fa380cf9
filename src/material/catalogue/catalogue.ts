import { append } from '../../base/append.js';
import { UserError } from '../../base/errors.js';
import { describeSystemError } from '../../base/files/file-error.js';
import type { Files } from '../../base/files/files.js';
import { joinPath } from '../../base/files/paths.js';
import { didYouMeanEntry } from '../../base/yaml/check-document.js';
import { quoteText, throwTogether } from '../../base/yaml/faults.js';
import { type MaterialInFile, readMaterialFile } from '../file/read-material.js';
import type { CataloguedMaterial } from '../file/resolve-material.js';
import { materialByName } from './material-by-name.js';
import { shippedMaterials } from './shipped-materials.js';

/**
 * Lists the materials of `folders` in order, then those that ship with subray, each folder's by file name. Among
 * materials with the same id only the first is listed; it keeps the words of the others if it has none of its own.
 * Throws UserError with the faults of all files of a folder that cannot be read or are invalid, and for two files with
 * the same id in a folder.
 */
export async function listMaterials(
  files: Files,
  folders: readonly string[] = [],
): Promise<readonly CataloguedMaterial[]> {
  const own: CataloguedMaterial[] = [];
  for (const folder of folders) append(own, await readFolder(files, folder));
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

/** The material with this `id`. Throws UserError with the nearest ids if it is unknown. */
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
  const materials = new FolderMaterials();
  for (const name of materialNames(names)) {
    await readMaterialFile(files, joinPath(folder, name)).then(
      (material) => materials.add(name, material),
      (error: unknown) => materials.fail(error),
    );
  }
  return materials.list();
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

/** The materials of one folder, whose ids must differ, and the faults of all its files. */
export class FolderMaterials {
  private readonly names = new Map<string, string>();
  private readonly materials: CataloguedMaterial[] = [];
  private readonly errors: UserError[] = [];

  /** Adds the material of the file `name`. */
  add(name: string, material: MaterialInFile): void {
    const other = this.names.get(material.id);
    this.names.set(material.id, other ?? name);
    this.materials.push(material);
    if (other !== undefined) this.fail(sameIdFault(material, other));
  }

  /** Records the error of a file that cannot be read. */
  fail(error: unknown): void {
    if (!(error instanceof UserError)) throw error;
    this.errors.push(error);
  }

  /** Throws UserError with the faults of all files. */
  list(): CataloguedMaterial[] {
    throwTogether(this.errors);
    return this.materials;
  }
}

const sameIdFault = ({ id, file }: MaterialInFile, other: string): UserError =>
  new UserError(`found the id ${quoteText(id)}, which ${other} has, too`, {
    place: { file },
    hint: 'Materials of one folder have different ids.',
  });
