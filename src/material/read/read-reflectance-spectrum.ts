import { UserError } from '../../base/errors.js';
import type { Files } from '../../base/files/files.js';
import { basename, dirname, joinPath } from '../../base/files/paths.js';
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
  /** File of the wavelengths of a USGS spectrum; default: searched in the spectrum's folder and the one above. */
  readonly wavelengths?: string;
}

/**
 * Reads a reflectance spectrum: ECOSTRESS or ASTER text, USGS splib07 text, columns of wavelength and reflectance. Its
 * name is the file's unless the content has one. Throws UserError (see parseSpectrumText, combineSplib, readDataText).
 */
export async function readReflectanceSpectrum(
  files: Files,
  path: string,
  { wavelengths }: ReadSpectrumOptions = {},
): Promise<ReflectanceSpectrum> {
  const text = await readDataText(files, path, path);
  const spectrum = isSplib(text)
    ? await readSplib(files, path, text, wavelengths)
    : await readComplete(files, path, text, wavelengths);
  return spectrum.name === '' ? { ...spectrum, name: oneLine(stemOf(path)) } : spectrum;
}

/** A spectrum that holds its wavelengths itself. A file of wavelengths is not needed, but must be one. */
async function readComplete(
  files: Files,
  path: string,
  text: string,
  wavelengths: string | undefined,
): Promise<ReflectanceSpectrum> {
  const spectrum = parseSpectrumText(text, path);
  if (wavelengths === undefined) return spectrum;
  const { file } = await readWavelengths(files, wavelengths, path);
  return { ...spectrum, notes: [...spectrum.notes, `it has wavelengths of its own: ${basename(file)} was not needed`] };
}

async function readSplib(
  files: Files,
  path: string,
  text: string,
  wavelengths: string | undefined,
): Promise<ReflectanceSpectrum> {
  const column = parseSplibColumn(text, path);
  const { file, column: found } =
    wavelengths === undefined
      ? await findWavelengths(files, path, column.values.length)
      : await readWavelengths(files, wavelengths, path);
  return combineSplib(column, found, path, basename(file));
}

interface WavelengthFile {
  readonly file: string;
  readonly column: SplibColumn;
}

async function readWavelengths(files: Files, file: string, spectrum: string): Promise<WavelengthFile> {
  const text = await readDataText(files, file, file);
  if (isSplib(text)) return { file, column: parseSplibColumn(text, file) };
  throw new UserError('found no title with one number a line under it, expected wavelengths', {
    place: { file },
    hint: `it was given as the wavelengths of ${spectrum}`,
  });
}

/**
 * Maximum number of wavelength files opened to find the right one; the library has one per instrument, at most eight.
 */
const WAVELENGTH_FILES_MAX = 32;

/** The file with `count` wavelengths beside the spectrum or in the folder above it, its place in the library. */
async function findWavelengths(files: Files, path: string, count: number): Promise<WavelengthFile> {
  const folder = dirname(files.resolve(files.folder, path));
  const names = (await Promise.all([folder, dirname(folder)].map((one) => wavelengthFiles(files, one)))).flat();
  const read = await Promise.all(
    names.slice(0, WAVELENGTH_FILES_MAX).map((file) => readWavelengths(files, file, path)),
  );
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

async function wavelengthFiles(files: Files, folder: string): Promise<string[]> {
  const names = await files.list(folder).catch((): string[] => []);
  return names
    .filter(isWavelengthFile)
    .sort()
    .map((name) => joinPath(folder, name));
}
