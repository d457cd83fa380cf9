import { UserError } from '../../base/errors.js';
import { quoteText } from '../../base/yaml/faults.js';
import { oneLine } from './plain-text.js';
import { DELETED_BELOW, type ReflectanceSpectrum, reflectanceOf } from './reflectance-spectrum.js';
import { numberOf, splitLines } from './spectrum-text.js';

/**
 * Spectra of the USGS Spectral Library Version 7 as text: a title, then one number per line, −1.23e34 for deleted
 * channels. Wavelengths (micrometres) have the same layout in a separate file for all spectra of an instrument, such as
 * `splib07a_Wavelengths_ASD_0.35-2.5_microns_2151_ch.txt`, in the folder above the chapters. Source: Kokaly et al.
 * (2017), "USGS Spectral Library Version 7", Data Series 1035.
 */

/** A title and the numbers under it. */
export interface SplibColumn {
  readonly title: string;
  readonly values: readonly number[];
  /** Line of each value. */
  readonly lines: readonly number[];
}

/** Whether `text` has this layout: a title that is not a number, then a line with one number. */
export function isSplib(text: string): boolean {
  const [title = '', first = ''] = splitLines(text.slice(0, HEAD_LENGTH)).filter((line) => line.trim() !== '');
  return !Number.isFinite(numberOf(title.trim())) && Number.isFinite(numberOf(first.trim()));
}

/** Maximum number of characters up to the end of the first number. */
const HEAD_LENGTH = 2000;

/** Title and numbers in `text`. Throws UserError for the first line that is not a number. */
export function parseSplibColumn(text: string, file: string): SplibColumn {
  const lines = splitLines(text);
  const start = lines.findIndex((line) => line.trim() !== '');
  const values: number[] = [];
  const numbers: number[] = [];
  for (let index = start + 1; index < lines.length; index++) {
    const cell = lines[index].trim();
    if (cell === '') continue;
    const value = numberOf(cell);
    if (!Number.isFinite(value))
      throw new UserError(`found ${quoteText(cell)}, expected one number a line`, { place: { file, line: index + 1 } });
    values.push(value);
    numbers.push(index + 1);
  }
  return { title: (lines[start] ?? '').trim(), values, lines: numbers };
}

/** The reflectance spectrum with the values of `spectrum` and the wavelengths (µm) of `wavelengths`. */
export function combineSplib(
  spectrum: SplibColumn,
  wavelengths: SplibColumn,
  file: string,
  wavelengthFile: string,
): ReflectanceSpectrum {
  const title = readTitle(spectrum.title, file);
  const count = spectrum.values.length;
  if (wavelengths.values.length !== count)
    throw new UserError(`found ${count} values, but ${wavelengths.values.length} wavelengths in ${wavelengthFile}`, {
      place: { file },
    });
  const rows = spectrum.values
    .map((reflectance, index) => ({ wavelength: wavelengths.values[index], reflectance, line: spectrum.lines[index] }))
    .filter(({ wavelength }) => wavelength > DELETED_BELOW);
  const { spectrum: curve, notes } = reflectanceOf(rows, { wavelength: 'um', reflectance: 'fraction' }, file);
  return {
    name: title.name,
    facts: { owner: 'U.S. Geological Survey', ...title.facts },
    library: 'splib07',
    spectrum: curve,
    notes: [`wavelengths are those of ${wavelengthFile}`, ...notes],
  };
}

/** Measured quantity by the last word of a title. */
const MEASUREMENTS: Readonly<Record<string, string>> = {
  AREF: 'absolute reflectance',
  RREF: 'relative reflectance',
  RTGC: 'reflectance from the air, radiative transfer and ground calibration',
};

/** Splits `splib07a Record=18587: Cotton_Fabric GDS437 White ASDFRa AREF` into its parts. */
function readTitle(title: string, file: string): Pick<ReflectanceSpectrum, 'name' | 'facts'> {
  const words = title
    .replace(/^[^:]*:\s*/, '')
    .split(/\s+/)
    .filter(Boolean);
  const last = words.at(-1)?.toUpperCase() ?? '';
  if (/^TRAN/.test(last))
    throw new UserError(`found a transmittance, ${quoteText(title)}, expected reflectance`, {
      place: { file, line: 1 },
    });
  const measurement = MEASUREMENTS[last];
  const described = measurement === undefined ? words : words.slice(0, -1);
  const sample = /Record\s*=\s*\d+/i.exec(title)?.[0];
  return {
    name: oneLine(described.join(' ').replaceAll('_', ' ')),
    facts: { ...(sample !== undefined && { sample }), ...(measurement !== undefined && { measurement }) },
  };
}
/** Whether a file of this name holds wavelengths; bandpass files beside them have "Bandpass" in its place. */
export const isWavelengthFile = (name: string): boolean => /_wavelengths?_.*\.txt$/i.test(name);

/** The instrument in the name of a spectrum or wavelength file: BECK, ASD, AVIRIS or NIC4; otherwise undefined. */
export function splibInstrument(name: string): string | undefined {
  return /_(BECK|ASD|AVIRIS|NIC4)[^_]*(?=_|\.|$)/i.exec(name)?.[1].toUpperCase();
}
