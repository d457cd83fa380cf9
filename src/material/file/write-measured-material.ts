import type { CreateOptions, Files, OutputFile } from '../../base/files/files.js';
import { basename, joinPath } from '../../base/files/paths.js';
import type { MeasuredTable } from '../measured-table.js';
import { measured } from '../models/measured.js';
import { materialFileText } from './material-text.js';
import { npyBytes } from './npy.js';

/** A measured surface, to be written as a material file. */
interface MeasuredMaterial {
  /** Id in the catalogue and name of its files: lower-case letters, digits, -, _ and . */
  id: string;
  /** Description, on one line. */
  name: string;
  /** Source of the numbers. */
  source: string;
  licence?: string;
  /** Quantities that were not measured, and the values used for them. */
  unchecked?: string;
  table: MeasuredTable;
  /** Notes for readers of the file, one line each. */
  comments: readonly string[];
}

/** Paths of the two files of a measured material. */
export interface MaterialFiles {
  yaml: string;
  table: string;
}

/** The paths where writeMeasuredMaterial puts a material with this id. Throws UserError if it could not. */
export async function checkMaterialFiles(
  files: Files,
  folder: string,
  id: string,
  options: CreateOptions = {},
): Promise<MaterialFiles> {
  const paths = { yaml: joinPath(folder, `${id}.yaml`), table: joinPath(folder, `${id}.npy`) };
  await files.checkOutput(paths.yaml, options);
  await files.checkOutput(paths.table, options);
  return paths;
}

/**
 * Writes `material` to `folder`: ID.yaml describes it, and ID.npy holds f_r (1/sr), 4-byte floats over wavelength,
 * azimuth and angle from the normal. Both are written completely before either gets its name. Throws UserError if one
 * cannot be written.
 */
export async function writeMeasuredMaterial(
  files: Files,
  folder: string,
  material: MeasuredMaterial,
  options: CreateOptions = {},
): Promise<MaterialFiles> {
  const paths = await checkMaterialFiles(files, folder, material.id, options);
  const { wavelengthsNm, phiCount, thetaCount, values } = material.table;
  const yaml = new TextEncoder().encode(textOf(material, paths));
  const table = npyBytes([wavelengthsNm.length, phiCount, thetaCount], values);
  const contents = [
    { path: paths.table, bytes: table },
    { path: paths.yaml, bytes: yaml },
  ];
  const open: OutputFile[] = [];
  try {
    for (const { path, bytes } of contents) {
      const file = await files.create(path, options);
      open.push(file);
      await file.append(bytes);
    }
    // The table first: a material file without its table would be faulty.
    for (const file of open) await file.commit();
  } catch (error) {
    await Promise.all(open.map((file) => file.abort()));
    throw error;
  }
  return paths;
}

function textOf(
  { id, name, source, licence, unchecked, table, comments }: MeasuredMaterial,
  paths: MaterialFiles,
): string {
  const surface = { model: 'measured', table } as const;
  const { model, wavelengths, table: array } = measured.unresolve(surface, basename(paths.table));
  const scattering = { model, wavelengths, table: array };
  return materialFileText(paths.yaml, { id, name, source, licence, unchecked, scattering }, comments);
}
