import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { readRefractiveIndex } from '../../../src/material/import/import-refractive-index.js';
import { coversWavelength } from '../../../src/material/material-sheet.js';
import type { Spectrum } from '../../../src/material/scattering.js';
import { spectrumAt, spectrumRange } from '../../../src/material/spectrum/spectrum.js';
import { REFERENCE_DATA, type ReferenceData, readReference } from '../../support/reference-data.js';
import { straightLinesAt } from '../straight-lines.js';

interface Row {
  readonly wavelength: number;
  /** Printed numbers: n to six significant digits, k to four; empty outside of the range. */
  readonly n: string;
  readonly k: string;
}

function rowsByFile(data: ReferenceData): [string, Row[]][] {
  const files = new Map<string, Row[]>();
  for (const line of readReference(data, 'nk_table.csv').toString().trim().split('\n').slice(1)) {
    const [file, wavelength, n, k] = line.replace(/^(?:"[^"]*"|[^,]*),/, '').split(',');
    files.set(file, [...(files.get(file) ?? []), { wavelength: Number(wavelength), n, k }]);
  }
  return [...files].filter(([file]) => !file.endsWith('about.yml'));
}

/** Samples around a wavelength. */
function around({ wavelengthsNm: x, values: y }: Exclude<Spectrum, number>, wavelength: number): [number, number] {
  const next = Math.max(
    1,
    x.findIndex((sample) => sample >= wavelength),
  );
  return [Math.min(y[next - 1], y[next]), Math.max(y[next - 1], y[next])];
}

/** Half a unit of the last printed digit, and the rounding of a test that is made in binary. */
const ROUNDING = 0.501;

/** `value` rounds to `printed`, a number of so many significant digits. */
function expectPrinted(value: number, printed: string, digits: number, what: string): void {
  const unit = 10 ** (Math.floor(Math.log10(Number(printed))) - digits + 1);
  expect(Math.abs(value - Number(printed)), `${what}: ${value}`).toBeLessThanOrEqual(ROUNDING * unit);
}

describe.each(REFERENCE_DATA)('refractive indices ($name)', (data) => {
  const [beyond, within] = parted(rowsByFile(data));
  const read = (file: string) => readRefractiveIndex(nodeFiles, join(data.path('refractiveindex'), file));

  it.each(within)('%s', async (file, rows) => {
    const { index } = await read(file);
    for (const { wavelength, n, k } of rows) {
      check(index.n, wavelength, n, N_DIGITS);
      check(index.k, wavelength, k, K_DIGITS);
    }
  });

  it.each(beyond)('%s has nothing at the wavelengths of laser scanners', async (file) => {
    await expect(read(file)).rejects.toThrow('expected some between 300 and 2600 nm');
  });
});

const N_DIGITS = 6;
const K_DIGITS = 4;

/** Files without any value in the table, and the others. */
function parted(files: readonly [string, Row[]][]): [[string, Row[]][], [string, Row[]][]] {
  const isEmpty = ([, rows]: [string, Row[]]) => rows.every(({ n, k }) => n === '' && k === '');
  return [files.filter(isEmpty), files.filter((file) => !isEmpty(file))];
}

/**
 * The table was made with straight lines between the rows of a file, which is how the database's own site and readers
 * fill the gaps; ours is a curve through the same rows, which lies between the same two values.
 */
function check(spectrum: Spectrum, wavelength: number, printed: string, digits: number): void {
  const what = `${wavelength} nm`;
  if (printed === '') {
    expect(spectrum === 0 || !coversWavelength(spectrumRange(spectrum), wavelength), what).toBe(true);
    return;
  }
  expect(coversWavelength(spectrumRange(spectrum), wavelength), what).toBe(true);
  expectPrinted(straightLinesAt(spectrum, wavelength), printed, digits, what);
  if (typeof spectrum === 'number') return;
  const [low, high] = around(spectrum, wavelength);
  const value = spectrumAt(spectrum, wavelength);
  expect(value >= low && value <= high, what).toBe(true);
}
