import { basename, join } from 'node:path';
import { AtomicFile } from '../../io/atomic-file.js';
import { checkOutputPath } from '../../io/output-path.js';
import type { MeasuredTable } from '../measured-table.js';
import { measured } from '../models/measured.js';
import { materialFileText } from './material-text.js';
import { npyBytes } from './npy.js';

/** A measured surface, to be written as a material file. */
export interface MeasuredMaterial {
  /** Name of its files, and in the catalogue: lower-case letters, digits, -, _ and . */
  id: string;
  /** What it is, on one line. */
  name: string;
  /** Where the numbers come from. */
  source: string;
  licence?: string;
  /** What was not measured, and what stands for it. */
  unchecked?: string;
  table: MeasuredTable;
  /** What whoever reads the file should know, a line each. */
  comments: readonly string[];
}

export interface WriteMaterialOptions {
  /** Replace files that are already there. */
  force?: boolean;
}

/** Paths of the two files of a measured material. */
export interface MaterialFiles {
  yaml: string;
  table: string;
}

/** Where writeMeasuredMaterial puts a material of that id. Throws UserError where it could not. */
export async function checkMaterialFiles(
  folder: string,
  id: string,
  options: WriteMaterialOptions = {},
): Promise<MaterialFiles> {
  const files = { yaml: join(folder, `${id}.yaml`), table: join(folder, `${id}.npy`) };
  await checkOutputPath(files.yaml, options);
  await checkOutputPath(files.table, options);
  return files;
}

/**
 * Writes `material` into `folder`: ID.yaml says what it is, and ID.npy holds f_r (1/sr), 4-byte floats over wavelength, azimuth and
 * angle from the normal. Both are written whole before either takes its name. Throws UserError where one cannot be written.
 */
export async function writeMeasuredMaterial(
  folder: string,
  material: MeasuredMaterial,
  options: WriteMaterialOptions = {},
): Promise<MaterialFiles> {
  const files = await checkMaterialFiles(folder, material.id, options);
  const { wavelengthsNm, phiCount, thetaCount, values } = material.table;
  const yaml = Buffer.from(textOf(material, files));
  const table = npyBytes([wavelengthsNm.length, phiCount, thetaCount], values);
  const contents = [
    { path: files.table, bytes: table },
    { path: files.yaml, bytes: yaml },
  ];
  const open: AtomicFile[] = [];
  try {
    for (const { path, bytes } of contents) {
      const file = await AtomicFile.create(path, options);
      open.push(file);
      await file.append(bytes);
    }
    // The table first: a material file without its table would be at fault.
    for (const file of open) await file.commit();
  } catch (error) {
    await Promise.all(open.map((file) => file.abort()));
    throw error;
  }
  return files;
}

function textOf(
  { id, name, source, licence, unchecked, table, comments }: MeasuredMaterial,
  files: MaterialFiles,
): string {
  const surface = { model: 'measured', table } as const;
  const { model, wavelengths, table: array } = measured.unresolve(surface, basename(files.table));
  const scattering = { model, wavelengths, table: array };
  return materialFileText(files.yaml, { id, name, source, licence, unchecked, scattering }, comments);
}
