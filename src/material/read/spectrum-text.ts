import { UserError } from '../../base/errors.js';
import { type Fault, quoteText, throwFaults } from '../../base/yaml/faults.js';
import {
  type ReflectanceSpectrum,
  reflectanceOf,
  type SpectrumFacts,
  type SpectrumRow,
  type StatedUnits,
} from './reflectance-spectrum.js';
import { readSpectrumHeader, type SpectrumHeader, unitsIn, unitsOf } from './spectrum-header.js';

/**
 * The reflectance spectrum in `text`: ECOSTRESS and ASTER files of all versions, and plain columns of wavelength and
 * reflectance, separated by blanks, tabs, commas or semicolons, with or without a line of names above them. Wavelengths
 * may rise or fall. Units are those named in the header. Otherwise, wavelengths that begin below 100 are micrometres,
 * and reflectance above 2 is in percent. Lines that begin with # are comments. Messages call the file `file`. Throws
 * UserError with every line at fault.
 */
export function parseSpectrumText(text: string, file: string): ReflectanceSpectrum {
  const lines = splitLines(text);
  const { header, lineCount } = readSpectrumHeader(lines);
  const start = firstRow(lines, lineCount, file);
  const columns = namedColumns(lines.slice(lineCount, start), cellsOf(lines[start]).length);
  const stated = { ...columns.units, ...unitsOf(header, file) };
  const { spectrum, notes } = reflectanceOf(readRows(lines, start, columns, file), stated, file);
  return {
    name: header.get('name') ?? '',
    facts: factsOf(header),
    library: LIBRARY_KEYS.every((key) => header.has(key)) ? 'ecostress' : undefined,
    spectrum,
    notes: [...columns.notes, ...notes],
  };
}

/** Keys found only in headers of ECOSTRESS and ASTER. */
const LIBRARY_KEYS = ['sample no.', 'x units', 'y units'];

/** Lines of `text` without their ends and without a byte order mark. */
export const splitLines = (text: string): string[] => text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);

/** The columns to read, their known units, and the number of columns in a row. */
interface Columns {
  readonly count: number;
  readonly wavelength: number;
  readonly reflectance: number;
  readonly units: StatedUnits;
  readonly notes: readonly string[];
}

/** Index of the first line with two or more numbers, at or after line `from`. */
function firstRow(lines: readonly string[], from: number, file: string): number {
  const start = lines.findIndex((line, index) => index >= from && isRow(line));
  if (start >= 0) return start;
  const isSingle = lines.some((line, index) => index >= from && cellsOf(line).length === 1 && isRow(`0 ${line}`));
  throw new UserError('found no line of two numbers, expected wavelength and reflectance', {
    place: { file },
    hint: isSingle ? 'it has one number per line: the wavelengths are missing, or are in a separate file' : undefined,
  });
}

const isRow = (line: string): boolean => {
  const cells = cellsOf(line);
  return cells.length >= 2 && cells.every((cell) => Number.isFinite(numberOf(cell)));
};

/** The cells of a line. If tabs or semicolons separate them, a comma is the decimal point. */
function cellsOf(line: string): string[] {
  const trimmed = line.trim();
  if (trimmed === '' || trimmed.startsWith('#')) return [];
  if (trimmed.includes(';')) return trimmed.split(';').map(withPoint);
  if (trimmed.includes('\t')) return trimmed.split(/\s+/).map(withPoint);
  return trimmed.includes(',') ? trimmed.split(',').map((cell) => cell.trim()) : trimmed.split(/\s+/);
}

const withPoint = (cell: string): string => cell.trim().replace(',', '.');

const DECIMAL = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;

/** The decimal number in `cell`, or NaN. */
export const numberOf = (cell: string): number => (DECIMAL.test(cell) ? Number(cell) : Number.NaN);

const WAVELENGTH_NAME = /wave|lambda|λ|wvl|\bwl|\bnm\b|\bum\b|[µμ]m/i;
const REFLECTANCE_NAME = /refl|albedo|\brho|ρ|^r$|%/i;

/** The columns, of `count`, named by the last of the lines above them; otherwise the first two. */
function namedColumns(above: readonly string[], count: number): Columns {
  const title = (above.findLast((line) => line.trim() !== '') ?? '').replace(/^\s*#/, '');
  const cells = [title.split(/[\t,;]/), title.trim().split(/\s+/)].find((names) => names.length === count) ?? [];
  const names = cells.map((name) => name.trim());
  const wavelength = Math.max(
    0,
    names.findIndex((name) => WAVELENGTH_NAME.test(name)),
  );
  const named = names.findIndex((name, index) => index !== wavelength && REFLECTANCE_NAME.test(name));
  const reflectance = named >= 0 ? named : wavelength === 0 ? 1 : 0;
  // A title may contain anything; without the name of a column it says nothing about units.
  const isNaming = WAVELENGTH_NAME.test(title) || REFLECTANCE_NAME.test(title);
  const chosen = names[reflectance] === undefined ? `number ${reflectance + 1}` : quoteText(names[reflectance]);
  return {
    count,
    wavelength,
    reflectance,
    units: isNaming ? unitsIn(names[wavelength] ?? title, names[reflectance] ?? title) : {},
    notes: count > 2 ? [`of ${count} columns ${chosen} is taken for the reflectance`] : [],
  };
}

function readRows(lines: readonly string[], start: number, columns: Columns, file: string): SpectrumRow[] {
  const rows: SpectrumRow[] = [];
  const faults: Fault[] = [];
  for (let index = start; index < lines.length; index++) {
    const cells = cellsOf(lines[index]);
    if (cells.length === 0) continue;
    const line = index + 1;
    const message = rowFault(cells, columns.count);
    if (message !== undefined) faults.push({ place: { file, line }, message });
    else
      rows.push({
        wavelength: numberOf(cells[columns.wavelength]),
        reflectance: numberOf(cells[columns.reflectance]),
        line,
      });
  }
  throwFaults(faults);
  return rows;
}

function rowFault(cells: readonly string[], count: number): string | undefined {
  const odd = cells.find((cell) => !Number.isFinite(numberOf(cell)));
  if (odd !== undefined) return `found ${quoteText(odd)}, expected a number`;
  if (cells.length === count) return undefined;
  return `found ${cells.length} number${cells.length === 1 ? '' : 's'}, expected ${count} as in the lines above`;
}

function factsOf(header: SpectrumHeader): SpectrumFacts {
  const species = [header.get('genus'), header.get('species')].filter(Boolean).join(' ');
  const facts = {
    type: header.get('type'),
    class: header.get('class'),
    subclass: header.get('subclass') ?? (species || undefined),
    sample: header.get('sample no.'),
    owner: header.get('owner'),
    origin: header.get('origin'),
    description: header.get('description'),
    measurement: header.get('measurement'),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact));
}
