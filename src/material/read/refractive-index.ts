import { type SourcePlace, UserError } from '../../base/errors.js';
import { type Fault, quoteText, showValue, throwFaults } from '../../base/yaml/faults.js';
import type { SourceDocument } from '../../base/yaml/source-document.js';
import type { RefractiveIndex, SampledSpectrum } from '../spectrum/spectrum.js';
import { INDEX_MAX } from '../spectrum/spectrum-field.js';
import { type DispersionFormula, dispersionFormula } from './dispersion-formula.js';
import { plainText } from './plain-text.js';
import { bandSamples, joinSamples, LASER_BAND_NM, type SpectrumSample, scaledNumber } from './samples.js';
import { numberOf, splitLines } from './spectrum-text.js';

/** A refractive index from refractiveindex.info. */
export interface RefractiveIndexData {
  /** Formulas are sampled at each nanometre; from around 300 to 2600 nm, as far as they are known. */
  readonly index: RefractiveIndex;
  /** Source of the measurement, one line of text; empty if the file does not state it. */
  readonly references: string;
  /** Sample and method; one line of text. */
  readonly comments: string;
  /** Decisions made while reading, one sentence each. */
  readonly notes: readonly string[];
}

/** Maximum number of entries of DATA; files of the database have two or three. */
const ENTRIES_MAX = 32;

/** Samples of n and k from one entry of DATA. */
interface Entry {
  readonly n?: readonly SpectrumSample[];
  readonly k?: readonly SpectrumSample[];
}

/**
 * The refractive index in a file of the refractiveindex.info database: a list DATA of tables (`tabulated nk`,
 * `tabulated n`, `tabulated k`) and formulas (`formula 1` to `formula 9`), n and k from any of them. If entries
 * overlap, the first one counts. Without k the material is assumed to be clear. Throws UserError with the lines at
 * fault.
 */
export function parseRefractiveIndex(document: SourceDocument): RefractiveIndexData {
  const content = mapOf(document.value);
  const list = content.DATA;
  if (!Array.isArray(list) || list.length === 0)
    throw new UserError(`DATA: found ${showValue(list)}, expected a list of tables and formulas`, {
      place: document.placeOf(['DATA']),
      hint: 'files of refractiveindex.info with numbers lie in folders nk; about.yml only describes',
    });
  if (list.length > ENTRIES_MAX)
    throw new UserError(`DATA: found ${list.length} tables and formulas, expected ${ENTRIES_MAX} at most`, {
      place: document.placeOf(['DATA']),
    });
  const entries = list.map((entry, index) => readEntry(mapOf(entry), index, document));
  const n = curveOf(
    entries.flatMap((entry) => (entry.n ? [entry.n] : [])),
    'n',
    document,
  );
  const k = curveOf(
    entries.flatMap((entry) => (entry.k ? [entry.k] : [])),
    'k',
    document,
  );
  if (n === undefined)
    throw new UserError('found an extinction k, but no refractive index n', { place: document.placeOf(['DATA']) });
  return {
    index: { n, k: k ?? 0 },
    references: plainText(content.REFERENCES),
    comments: plainText(content.COMMENTS),
    notes: k === undefined ? ['k is not given: taken as 0'] : [],
  };
}

const mapOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

const TABLE_COLUMNS: Readonly<Record<string, readonly ('n' | 'k')[]>> = {
  'tabulated nk': ['n', 'k'],
  'tabulated n': ['n'],
  'tabulated k': ['k'],
};

function readEntry(entry: Readonly<Record<string, unknown>>, index: number, document: SourceDocument): Entry {
  const type = typeof entry.type === 'string' ? entry.type.trim().replace(/\s+/g, ' ') : '';
  if (Object.hasOwn(TABLE_COLUMNS, type)) return readTable(entry.data, TABLE_COLUMNS[type], index, document);
  const kind = /^formula (\d{1,2})$/.exec(type)?.[1];
  if (kind !== undefined) return { n: readFormula(Number(kind), entry, index, document) };
  throw new UserError(
    `DATA[${index}].type: found ${showValue(entry.type)}, expected tabulated nk, tabulated n, tabulated k, or formula 1 to formula 9`,
    { place: document.placeOf(['DATA', index, 'type']) },
  );
}

/** Rows of wavelength (µm) and the columns of `names`. */
function readTable(data: unknown, names: readonly ('n' | 'k')[], index: number, document: SourceDocument): Entry {
  const place = document.placeOf(['DATA', index, 'data']);
  if (typeof data !== 'string')
    throw new UserError(`DATA[${index}].data: found ${showValue(data)}, expected rows of numbers`, { place });
  const columns: { n: SpectrumSample[]; k: SpectrumSample[] } = { n: [], k: [] };
  const faults: Fault[] = [];
  for (const [row, text] of splitLines(data).entries()) {
    const cells = text.trim() === '' ? [] : text.trim().split(/\s+/);
    if (cells.length === 0) continue;
    // Rows follow the line with the key and its bar.
    const line = (place.line ?? 0) + 1 + row;
    const message = rowFault(cells, names);
    if (message !== undefined) faults.push({ place: { file: place.file, line }, message });
    else
      for (const [column, name] of names.entries())
        columns[name].push({
          wavelengthNm: scaledNumber(Number(cells[0]), 1000),
          value: Number(cells[column + 1]),
          line,
        });
  }
  throwFaults(faults);
  if (names.some((name) => columns[name].length === 0))
    throw new UserError(`DATA[${index}].data: found no rows`, { place });
  return Object.fromEntries(names.map((name) => [name, columns[name]]));
}

function rowFault(cells: readonly string[], names: readonly ('n' | 'k')[]): string | undefined {
  const expected = ['wavelength', ...names].join(', ');
  if (cells.length !== names.length + 1)
    return `found ${cells.length} numbers, expected ${names.length + 1}: ${expected}`;
  const values = cells.map(numberOf);
  const odd = values.findIndex((value) => !Number.isFinite(value));
  if (odd >= 0) return `found ${quoteText(cells[odd])}, expected a number`;
  if (values[0] <= 0) return `found the wavelength ${cells[0]}, expected one above 0`;
  const wrong = names.findIndex((name, column) => (name === 'n' ? values[column + 1] <= 0 : values[column + 1] < 0));
  if (wrong < 0) return undefined;
  return `found ${names[wrong]} = ${cells[wrong + 1]}, expected ${names[wrong] === 'n' ? 'a number above 0' : 'a number from 0 on'}`;
}

/** Samples of a formula at its ends and at each nanometre between them, within LASER_BAND_NM. */
function readFormula(
  kind: number,
  entry: Readonly<Record<string, unknown>>,
  index: number,
  document: SourceDocument,
): SpectrumSample[] {
  // Files from before 2021 use `range`.
  const rangeKey = entry.wavelength_range === undefined && entry.range !== undefined ? 'range' : 'wavelength_range';
  const coefficients = numbersAt(entry, 'coefficients', index, document);
  const range = numbersAt(entry, rangeKey, index, document);
  const rangePlace = document.placeOf(['DATA', index, rangeKey]);
  if (range.length !== 2 || !(range[0] > 0 && range[0] < range[1]))
    throw new UserError(
      `DATA[${index}].${rangeKey}: found ${range.join(' ')}, expected two rising numbers above 0 (µm)`,
      {
        place: rangePlace,
      },
    );
  const place = document.placeOf(['DATA', index, 'coefficients']);
  const formula = dispersionFormula(kind, coefficients);
  if (typeof formula === 'string') throw new UserError(`DATA[${index}]: ${formula}`, { place });
  return sampleFormula(formula, [scaledNumber(range[0], 1000), scaledNumber(range[1], 1000)], place, `DATA[${index}]`);
}

function numbersAt(
  entry: Readonly<Record<string, unknown>>,
  key: string,
  index: number,
  document: SourceDocument,
): number[] {
  const value = entry[key];
  const cells = typeof value === 'string' || typeof value === 'number' ? String(value).trim().split(/\s+/) : [];
  const numbers = cells.map(numberOf);
  if (numbers.length > 0 && numbers.every(Number.isFinite)) return numbers;
  throw new UserError(`DATA[${index}].${key}: found ${showValue(value)}, expected numbers with blanks between them`, {
    place: document.placeOf(['DATA', index, key]),
  });
}

function sampleFormula(
  formula: DispersionFormula,
  [start, end]: readonly [number, number],
  place: SourcePlace,
  name: string,
): SpectrumSample[] {
  const [low, high] = [Math.max(start, LASER_BAND_NM[0]), Math.min(end, LASER_BAND_NM[1])];
  // Outside of the band, only the ends are sampled, which show its place.
  const wavelengths = low > high ? [start, end] : [low];
  for (let wavelength = Math.floor(low) + 1; wavelength < high; wavelength++) wavelengths.push(wavelength);
  if (high > low) wavelengths.push(high);
  return wavelengths.map((wavelengthNm) => {
    const value = formula(wavelengthNm / 1000);
    if (value > 0 && Number.isFinite(value)) return { wavelengthNm, value, line: place.line ?? 0 };
    throw new UserError(`${name}: the formula yields n = ${value} at ${wavelengthNm} nm, expected a number above 0`, {
      place,
    });
  });
}

/** Values larger than a material can have. */
const excesses = (samples: readonly SpectrumSample[], name: 'n' | 'k', file: string): Fault[] =>
  samples
    .filter(({ value }) => value > INDEX_MAX)
    .map(({ value, wavelengthNm, line }) => ({
      place: { file, line },
      message: `found ${name} = ${value} at ${wavelengthNm} nm, expected ${INDEX_MAX} at most`,
    }));

/**
 * One curve from several pieces; each contributes only samples outside of the earlier ones. Undefined without samples.
 */
function curveOf(
  pieces: readonly (readonly SpectrumSample[])[],
  name: 'n' | 'k',
  document: SourceDocument,
): SampledSpectrum | undefined {
  if (pieces.length === 0) return undefined;
  const samples: SpectrumSample[] = [];
  const taken: [number, number][] = [];
  for (const piece of pieces) {
    const isNew = ({ wavelengthNm }: SpectrumSample) =>
      taken.every(([start, end]) => wavelengthNm < start || wavelengthNm > end);
    for (const sample of piece.filter(isNew)) samples.push(sample);
    const wavelengths = piece.map(({ wavelengthNm }) => wavelengthNm).sort((a, b) => a - b);
    taken.push([wavelengths[0], wavelengths[wavelengths.length - 1]]);
  }
  const band = bandSamples(samples, name, document.file);
  throwFaults(excesses(band, name, document.file));
  return joinSamples(band).spectrum;
}
