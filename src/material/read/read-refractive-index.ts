import { basename, dirname, resolve } from 'node:path';
import { YAML_BYTES_MAX } from '../../base/yaml/read-text.js';
import { parseYaml } from '../../base/yaml/yaml-document.js';
import { oneLine } from './plain-text.js';
import { readDataText, stemOf } from './read-data-text.js';
import { parseRefractiveIndex, type RefractiveIndexData } from './refractive-index.js';

export interface NamedRefractiveIndex extends RefractiveIndexData {
  /** From the file's place in the database: `H2O, Hale` for main/H2O/nk/Hale.yml. */
  readonly name: string;
}

/** Reads a file (.yml) of the refractiveindex.info database. Throws UserError (see parseRefractiveIndex, readDataText). */
export async function readRefractiveIndex(path: string): Promise<NamedRefractiveIndex> {
  const data = parseRefractiveIndex(parseYaml(await readDataText(path, path, YAML_BYTES_MAX), path));
  return { ...data, name: oneLine(nameOf(path)) };
}

function nameOf(path: string): string {
  const folder = dirname(resolve(path));
  return basename(folder) === 'nk' ? `${basename(dirname(folder))}, ${stemOf(path)}` : stemOf(path);
}
