import { closeSync, constants, existsSync, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { infoOf } from '../../base/files/node-files.js';
import { nodePaths, slashes } from '../../base/files/node-paths.js';
import { dirname } from '../../base/files/paths.js';
import { YAML_BYTES_MAX } from '../../base/yaml/read-text.js';
import type { ReadTable } from '../models/brdf-model.js';
import { parseNpy } from './npy.js';
import {
  demandBounded,
  isBeside,
  type MaterialInFile,
  outsideFault,
  parseMaterialFile,
  readFault,
  TABLE_BYTES_MAX,
} from './read-material.js';
import { resolveMaterial } from './resolve-material.js';

/**
 * Reads a material file on this machine, synchronously, with the table that it names in its own folder or below. Throws
 * UserError, with the places of all faults, if it cannot be read or is invalid.
 *
 * @example
 * ```ts
 * const { scattering } = readMaterialFile('./materials/chalk.yaml');
 * ```
 */
export function readMaterialFile(path: string): MaterialInFile {
  const definition = parseMaterialFile(readNow(path, YAML_BYTES_MAX), path);
  const folder = nodePaths.resolve(nodePaths.folder, dirname(path));
  const readTable: ReadTable = (reference) => {
    const target = nodePaths.resolve(folder, reference);
    const real = existsSync(target) ? { folder: realNow(folder), target: realNow(target) } : undefined;
    if (!isBeside({ folder, target, real })) throw outsideFault(path, reference);
    return parseNpy(readNow(target, TABLE_BYTES_MAX), target);
  };
  return { ...resolveMaterial(definition, readTable), file: path };
}

const realNow = (path: string): string => slashes(realpathSync(path));

function readNow(path: string, bytesMax: number): Uint8Array {
  try {
    // Without waiting for the writer of a pipe.
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const info = infoOf(fstatSync(file));
      demandBounded(info, path, bytesMax);
      const bytes = new Uint8Array(info.size);
      return bytes.subarray(0, fill(file, bytes));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw readFault(error, path);
  }
}

/** Fills `bytes` from the start of a file; returns their number, smaller if the file has become shorter. */
function fill(file: number, bytes: Uint8Array): number {
  let done = 0;
  for (let count = -1; count !== 0 && done < bytes.length; done += count)
    count = readSync(file, bytes, done, bytes.length - done, done);
  return done;
}
