import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { UserError } from '../../base/errors.js';
import { checkDocument } from '../../base/yaml/check-document.js';
import { decodeText, describeSystemError, YAML_BYTES_MAX } from '../../base/yaml/read-text.js';
import { parseYaml } from '../../base/yaml/yaml-document.js';
import type { ReadTable } from '../models/brdf-model.js';
import { materialSchema } from './material-schema.js';
import { parseNpy } from './npy.js';
import { type CataloguedMaterial, resolveMaterial } from './resolve-material.js';

/** Whether what a survey or a command names as a material (`use`) is a file and not an id. */
export const isMaterialFile = (use: unknown): boolean => typeof use === 'string' && /\.ya?ml$/i.test(use);

/** Tables of that many bytes at most: the largest that a material may have (`measuredFault`), in doubles. */
const TABLE_BYTES_MAX = 5e8;

/**
 * The material of a YAML file, with the table that it names in its own folder or below; `file` is its path. Throws UserError, with
 * the places of all faults, where it cannot be read or is wrong.
 */
export function readMaterialFile(path: string): CataloguedMaterial & { file: string } {
  const text = decodeText(readBounded(path, YAML_BYTES_MAX), path);
  const definition = checkDocument(materialSchema, parseYaml(text, path));
  const readTable = tableReader(dirname(path));
  const readBeside: ReadTable = (file) => {
    demandBeside(path, file);
    return readTable(file);
  };
  return { ...resolveMaterial(definition, readBeside), file: path };
}

/** Material files come from others: what they name must not lead out of their folder, neither by its path nor by a link. */
function demandBeside(path: string, reference: string): void {
  const [folder, target] = [resolve(dirname(path)), resolve(dirname(path), reference)];
  const isInside = (from: string, to: string) => {
    const way = relative(from, to);
    return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  };
  if (isInside(folder, target) && (!existsSync(target) || isInside(realpathSync(folder), realpathSync(target)))) return;
  throw new UserError(`refers to «${reference}», which is outside the file's own folder`, {
    place: { file: path },
    hint: `Put it beside ${basename(path)} and refer to it by its name.`,
  });
}

/** Reads the arrays (.npy) that definitions name, relative to `folder`. */
export function tableReader(folder: string): ReadTable {
  return (file) => {
    const path = resolve(folder, file);
    return parseNpy(readBounded(path, TABLE_BYTES_MAX), path);
  };
}

function readBounded(path: string, bytesMax: number): Uint8Array {
  try {
    const info = statSync(path);
    if (!info.isFile()) throw new UserError('found no regular file', { place: { file: path } });
    if (info.size > bytesMax)
      throw new UserError(`found ${info.size} bytes, expected ${bytesMax} at most`, { place: { file: path } });
    return readFileSync(path);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`cannot read the file: ${describeSystemError(error)}`, { place: { file: path }, cause: error });
  }
}
