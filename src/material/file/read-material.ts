import { UserError } from '../../base/errors.js';
import { describeSystemError } from '../../base/files/file-error.js';
import type { FileInfo, Files } from '../../base/files/files.js';
import { basename, dirname, isInside } from '../../base/files/paths.js';
import { checkDocument } from '../../base/yaml/check-document.js';
import { decodeText, YAML_BYTES_MAX } from '../../base/yaml/read-text.js';
import { parseYaml } from '../../base/yaml/yaml-document.js';
import type { ReadTable } from '../models/brdf-model.js';
import type { ScatteringDefinition } from '../scattering.js';
import { type MaterialDefinition, materialSchema } from './material-schema.js';
import { parseNpy } from './npy.js';
import { type CataloguedMaterial, resolveMaterial } from './resolve-material.js';

/** Whether a material named by a survey or a command (`use`) is a file and not an id. */
export const isMaterialFile = (use: unknown): boolean => typeof use === 'string' && /\.ya?ml$/i.test(use);

/** A material from a file. */
export type MaterialInFile = CataloguedMaterial & { file: string };

/**
 * Reads the material of a YAML file, with the table that it names in its own folder or below; `file` is its path.
 * Throws UserError, with the places of all faults, if it cannot be read or is invalid.
 */
export async function readMaterialFile(files: Files, path: string): Promise<MaterialInFile> {
  const definition = parseMaterialFile(await readMaterialBytes(files, path, YAML_BYTES_MAX), path);
  const table = tableOf(definition.scattering);
  if (table !== undefined) await demandBeside(files, path, table);
  const readTable = await readTablesOf(files, dirname(path), definition.scattering);
  return { ...resolveMaterial(definition, readTable), file: path };
}

/** The definition in the bytes of a material file. Throws UserError with the places of all faults. */
export const parseMaterialFile = (bytes: Uint8Array, path: string): MaterialDefinition =>
  checkDocument(materialSchema, parseYaml(decodeText(bytes, path), path));

/** The array (.npy) that a definition names, or undefined. */
const tableOf = (definition: ScatteringDefinition): string | undefined =>
  'table' in definition ? definition.table : undefined;

/**
 * Reads the array that a definition names, relative to `folder`, so that it is available when the definition is
 * resolved.
 */
export async function readTablesOf(
  files: Files,
  folder: string,
  definition: ScatteringDefinition,
): Promise<ReadTable | undefined> {
  const table = tableOf(definition);
  if (table === undefined) return undefined;
  const path = files.resolve(folder, table);
  const array = parseNpy(await readMaterialBytes(files, path, TABLE_BYTES_MAX), path);
  return () => array;
}

/** Maximum number of bytes of a table: the largest that a material may have (`measuredFault`), in doubles. */
export const TABLE_BYTES_MAX = 5e8;

async function readMaterialBytes(files: Files, path: string, bytesMax: number): Promise<Uint8Array> {
  try {
    demandBounded(await files.stat(path), path, bytesMax);
    return await files.read(path);
  } catch (error) {
    throw readFault(error, path);
  }
}

/** Throws UserError for anything but a regular file, or for a larger one. */
export function demandBounded({ kind, size }: FileInfo, path: string, bytesMax: number): void {
  const place = { file: path };
  if (kind !== 'file') throw new UserError('found no regular file', { place });
  if (size > bytesMax) throw new UserError(`found ${size} bytes, expected ${bytesMax} at most`, { place });
}

/** The error for a material's file that cannot be read. */
export function readFault(error: unknown, path: string): UserError {
  if (error instanceof UserError) return error;
  return new UserError(`cannot read the file: ${describeSystemError(error)}`, { place: { file: path }, cause: error });
}

/**
 * Checks that a name in a material file does not lead out of its folder, neither by its path nor by a link: material
 * files come from others.
 */
async function demandBeside(files: Files, path: string, reference: string): Promise<void> {
  const folder = files.resolve(files.folder, dirname(path));
  const target = files.resolve(folder, reference);
  const realTarget = await files.realPath(target).catch(() => undefined);
  const real = realTarget === undefined ? undefined : { folder: await files.realPath(folder), target: realTarget };
  if (!isBeside({ folder, target, real })) throw outsideFault(path, reference);
}

/**
 * A folder and a file named in it, absolute: their paths, and their real paths, which are absent if there is no such
 * file.
 */
interface Besides {
  folder: string;
  target: string;
  real?: { folder: string; target: string };
}

/** Whether a file lies in a folder or below, both by its path and by its real path. */
export function isBeside({ folder, target, real }: Besides): boolean {
  const isIn = (from: string, to: string) => to === from || isInside(from, to);
  return isIn(folder, target) && (real === undefined || isIn(real.folder, real.target));
}

/** The error for a material file that names a file elsewhere. */
export function outsideFault(path: string, reference: string): UserError {
  return new UserError(`refers to "${reference}", which is outside the file's own folder`, {
    place: { file: path },
    hint: `Put it beside ${basename(path)} and refer to it by its name.`,
  });
}
