import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeRows, printed, REMEDY, WRITES } from './measure-rows.js';
import { pageOf, readPage, writePage } from './page.js';
import { rowsOf } from './row.js';
import { SUBJECTS } from './subjects/index.js';

// Measures the rows of docs/validation.md on both engines, those that take long with SUBRAY_SLOW_ROWS=1 or in the long
// tests. `npm run validation` writes the results to the page.

describeRows(process.env.SUBRAY_SLOW_ROWS === '1' ? 'all' : 'quick');

describe('docs/validation.md', () => {
  const rows = SUBJECTS.flatMap(rowsOf);

  it('lists every subject', () => {
    const files = readdirSync(join(import.meta.dirname, 'subjects')).filter((name) => name !== 'index.ts');
    expect(SUBJECTS.length).toBe(files.length);
    expect(new Set(SUBJECTS).size).toBe(files.length);
  });

  it('names each test once', () => {
    const names = rows.map(({ test }) => test);
    expect(names.filter((name, k) => names.indexOf(name) !== k)).toEqual([]);
  });

  it('has cells that a table can hold', () => {
    const cells = rows.flatMap(({ quantity, unit = '', source, basis = '', test }) => [
      quantity,
      unit,
      source,
      basis,
      test,
    ]);
    expect(cells.filter((cell) => /[|\n]/.test(cell))).toEqual([]);
  });

  it('is what the rows give', () => {
    const page = pageOf(SUBJECTS, printed);
    if (WRITES) writePage(page);
    expect(readPage(), REMEDY).toBe(page);
    expect(
      page.split('\n').filter((text) => text.includes('| – |')),
      `rows that were never measured: ${REMEDY}`,
    ).toEqual([]);
  });
});
