import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { UserError } from '../../base/errors.js';
import { oneLine } from './plain-text.js';
import { readDataText, stemOf } from './read-data-file.js';
import type { ReflectanceSpectrum } from './reflectance-spectrum.js';
import { parseSpectrumText } from './spectrum-text.js';
import {
  combineSplib,
  isSplib,
  isWavelengthFile,
  parseSplibColumn,
  type SplibColumn,
  splibInstrument,
} from './splib.js';

export interface ReadSpectrumOptions {
  /** File of the wavelengths of a USGS spectrum; else it is looked for in the spectrum's folder and the one above. */
  readonly wavelengths?: string;
}

/**
 * Reads a reflectance spectrum: ECOSTRESS or ASTER text, USGS splib07 text, columns of wavelength and reflectance. Its name is the
 * file's where the file gives none. Throws UserError (see parseSpectrumText, combineSplib, readDataText).
 */
export async function readReflectanceSpectrum(
  path: string,
  { wavelengths }: ReadSpectrumOptions = {},
): Promise<ReflectanceSpectrum> {
  const text = await readDataText(path, path);
  const spectrum = isSplib(text) ? await readSplib(path, text, wavelengths) : parseSpectrumText(text, path);
  return spectrum.name === '' ? { ...spectrum, name: oneLine(stemOf(path)) } : spectrum;
}

async function readSplib(path: string, text: string, wavelengths: string | undefined): Promise<ReflectanceSpectrum> {
  const column = parseSplibColumn(text, path);
  const { file, column: found } =
    wavelengths === undefined
      ? await findWavelengths(path, column.values.length)
      : await readWavelengths(wavelengths, path);
  return combineSplib(column, found, path, basename(file));
}

interface WavelengthFile {
  readonly file: string;
  readonly column: SplibColumn;
}

async function readWavelengths(file: string, spectrum: string): Promise<WavelengthFile> {
  const text = await readDataText(file, file);
  if (isSplib(text)) return { file, column: parseSplibColumn(text, file) };
  throw new UserError('found no title with one number a line under it, expected wavelengths', {
    place: { file },
    hint: `it was given as the wavelengths of ${spectrum}`,
  });
}

/** Files of wavelengths that are opened to find the right one; the library has one an instrument, eight at most. */
const WAVELENGTH_FILES_MAX = 32;

/** The file with `count` wavelengths that lies next to the spectrum or in the folder above it, where the library has it. */
async function findWavelengths(path: string, count: number): Promise<WavelengthFile> {
  const folder = dirname(resolve(path));
  const names = (await Promise.all([folder, dirname(folder)].map(wavelengthFiles))).flat();
  const read = await Promise.all(names.slice(0, WAVELENGTH_FILES_MAX).map((file) => readWavelengths(file, path)));
  const fitting = read.filter(({ column }) => column.values.length === count);
  const instrument = splibInstrument(basename(path));
  const same = fitting.filter(({ file }) => splibInstrument(basename(file)) === instrument);
  const [first, second] = fitting.length > 1 && same.length > 0 ? same : fitting;
  if (first !== undefined && second === undefined) return first;
  throw new UserError(
    first === undefined
      ? `found ${count} values without wavelengths, expected a file of ${count} wavelengths beside it or in the folder above`
      : `found several files of ${count} wavelengths, ${basename(first.file)} and ${basename(second.file)}, expected one`,
    {
      place: { file: path },
      hint: 'name the wavelength file of the instrument: splib07a_Wavelengths_… in the library',
    },
  );
}

async function wavelengthFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter(isWavelengthFile)
    .sort()
    .map((name) => join(folder, name));
}
