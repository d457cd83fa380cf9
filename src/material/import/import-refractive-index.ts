import { UserError } from '../../base/errors.js';
import type { Files } from '../../base/files/files.js';
import { basename, dirname } from '../../base/files/paths.js';
import { YAML_BYTES_MAX } from '../../base/yaml/read-text.js';
import { parseYaml } from '../../base/yaml/yaml-document.js';
import { SLOPE_RANGE } from '../models/model-fields.js';
import { oneLine } from '../read/plain-text.js';
import { readDataText, stemOf } from '../read/read-data-file.js';
import { parseRefractiveIndex, type RefractiveIndexData } from '../read/refractive-index.js';
import { type ImportedMaterial, type ImportOptions, spectrumContent, writeMaterial } from './imported-material.js';

export interface ImportRefractiveIndexOptions extends ImportOptions {
  /** Root mean square slope of the facets, or α with ggx. */
  readonly roughness?: number;
  readonly distribution?: 'beckmann' | 'ggx';
}

/** A ground or slightly worn surface; polished ones have less, cast ones more. */
const ROUGHNESS_DEFAULT = 0.2;

/**
 * Largest error from omitting samples: 10⁻⁵ of n, the rounding of its tables; a thousandth of k, which spans many
 * orders of magnitude.
 */
const N_TOLERANCE = { absolute: 1e-5 };
const K_TOLERANCE = { relative: 1e-3 };

/**
 * Imports a file of refractiveindex.info (see readRefractiveIndex) as a material file FOLDER/ID.yaml: a Cook-Torrance
 * surface without a diffuse part. It holds the samples between 300 and 2600 nm that define the curves. Throws UserError
 * for an impossible roughness, and if the file cannot be read or written.
 */
export async function importRefractiveIndex(
  path: string,
  options: ImportRefractiveIndexOptions,
): Promise<ImportedMaterial> {
  const { roughness = ROUGHNESS_DEFAULT, distribution = 'beckmann' } = options;
  demandSlope(roughness);
  const { name, index, references, comments, notes } = await readRefractiveIndex(options.files, path);
  const source = [`refractiveindex.info database: ${name}`, references, comments].filter(Boolean).join('; ');
  const how = options.roughness === undefined ? 'is assumed: it is no part of the data' : 'was given at import';
  return writeMaterial(
    {
      name,
      source,
      licence: 'CC0 1.0',
      unchecked: `roughness ${roughness} ${how}`,
      scattering: {
        model: 'cook-torrance',
        diffuse: 0,
        index: { n: spectrumContent(index.n, N_TOLERANCE), k: spectrumContent(index.k, K_TOLERANCE) },
        roughness,
        distribution,
      },
      notes,
    },
    name,
    options,
  );
}

function demandSlope(roughness: number): void {
  const { min, max } = SLOPE_RANGE;
  if (roughness >= min && roughness <= max) return;
  throw new UserError(`found the roughness ${roughness}, expected a root mean square slope from ${min} to ${max}`, {
    hint: 'It is no angle: facets of 20 degrees have the slope tan 20° = 0.36.',
  });
}

export interface NamedRefractiveIndex extends RefractiveIndexData {
  /** Name from the file's place in the database: `H2O, Hale` for main/H2O/nk/Hale.yml. */
  readonly name: string;
}

/**
 * Reads a file (.yml) of the refractiveindex.info database. Throws UserError (see parseRefractiveIndex, readDataText).
 */
export async function readRefractiveIndex(files: Files, path: string): Promise<NamedRefractiveIndex> {
  const data = parseRefractiveIndex(parseYaml(await readDataText(files, path, path, YAML_BYTES_MAX), path));
  return { ...data, name: oneLine(nameOf(files.resolve(files.folder, path))) };
}

/** The name of a material by the absolute path of its file. */
function nameOf(path: string): string {
  const folder = dirname(path);
  return basename(folder) === 'nk' ? `${basename(dirname(folder))}, ${stemOf(path)}` : stemOf(path);
}
