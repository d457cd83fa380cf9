import { UserError } from '../../base/errors.js';
import { quoteText } from '../../base/yaml/faults.js';
import { LINE_LENGTH_MAX, oneLine } from './plain-text.js';
import type { StatedUnits } from './reflectance-spectrum.js';

/**
 * The header of ECOSTRESS and ASTER spectra: some twenty lines of "Key: value". Origin and Description may continue
 * over lines without a key, and end with empty ones. Layout: Baldridge et al. (2009), "The ASTER spectral library
 * version 2.0", Remote Sensing of Environment 113; Meerdink et al. (2019), "The ECOSTRESS spectral library version
 * 1.0", ibid. 230.
 */

/** Keys of all versions of the layout, in lower case. */
const KEYS = new Set([
  'name',
  'type',
  'class',
  'subclass',
  'genus',
  'species',
  'particle size',
  'sample no.',
  'owner',
  'wavelength range',
  'origin',
  'collection date',
  'description',
  'measurement',
  'first column',
  'second column',
  'x units',
  'y units',
  'first x value',
  'last x value',
  'number of x values',
  'additional information',
]);

/** Values of a header by key in lower case; wrapped lines are joined by blanks. */
export type SpectrumHeader = ReadonlyMap<string, string>;

/** The keys in `lines`, and the number of lines that they take; 0 if the layout is a different one. */
export function readSpectrumHeader(lines: readonly string[]): { header: SpectrumHeader; lineCount: number } {
  const header = new Map<string, string>();
  let [lineCount, current] = [0, ''];
  for (const [index, line] of lines.entries()) {
    const key = keyOf(line);
    if (key !== undefined) {
      // Columns of numbers follow the last key directly, so nothing after it can be the rest of its value.
      for (const wrapped of lines.slice(lineCount, index)) append(header, current, wrapped);
      header.set(key, oneLine(line.slice(line.indexOf(':') + 1)));
      [lineCount, current] = [index + 1, key];
    }
  }
  return { header, lineCount };
}

/** Longer lines do not begin with a key. */
const KEY_LENGTH_MAX = 30;

function keyOf(line: string): string | undefined {
  const end = line.slice(0, KEY_LENGTH_MAX).indexOf(':');
  const key = end < 0 ? '' : line.slice(0, end).trim().toLowerCase();
  return KEYS.has(key) ? key : undefined;
}

function append(header: Map<string, string>, key: string, wrapped: string): void {
  const before = header.get(key) ?? '';
  if (key !== '' && before.length < LINE_LENGTH_MAX) header.set(key, oneLine(`${before} ${wrapped}`));
}

/** The units stated in a header. Throws UserError if the columns are not reflectance over wavelength. */
export function unitsOf(header: SpectrumHeader, file: string): StatedUnits {
  const [x, y] = [header.get('x units') ?? '', header.get('y units') ?? ''];
  if (/wave\s*number|frequency|cm\s*\^?-1/i.test(x))
    throw new UserError(`found ${quoteText(x)} as the first column, expected wavelengths`, { place: { file } });
  if (y !== '' && /emiss|transmi|absor|radian/i.test(y))
    throw new UserError(`found ${quoteText(y)} as the second column, expected reflectance`, { place: { file } });
  return { ...unitsIn(x, y) };
}

/** Units named in the texts above two columns. */
export function unitsIn(wavelength: string, reflectance: string): StatedUnits {
  const isNanometres = /nano|\bnm\b|_nm\b/i.test(wavelength);
  const isMicrometres = /micro|\bum\b|_um\b|[µμ]m/i.test(wavelength);
  const isPercent = /percent|%|\bpct\b|_pct\b/i.test(reflectance);
  const isFraction = /fraction|unitless|\b0\s*(?:-|to|\.\.|…)\s*1\b/i.test(reflectance);
  return {
    ...(isNanometres && { wavelength: 'nm' }),
    ...(!isNanometres && isMicrometres && { wavelength: 'um' }),
    ...(isPercent && { reflectance: 'percent' }),
    ...(!isPercent && isFraction && { reflectance: 'fraction' }),
  };
}
