/** Scans of PTX from file to file: heads, rows, columns and empty cells stay. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { convertCloud } from '../../../src/node-clouds.js';
import { readInOne } from '../read-in-one.js';
import { temporaryFolder } from '../sample-cloud.js';

const folder = temporaryFolder();
let number = 0;

function file(text: string): string {
  const path = join(folder, `${number++}.ptx`);
  writeFileSync(path, text);
  return path;
}

async function converted(from: string | string[], options: Parameters<typeof convertCloud>[2] = {}, ending = 'ptx') {
  const out = join(folder, `out-${number++}.${ending}`);
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (text: string) => void warnings.push(text) };
  const report = await convertCloud(from, out, { ...options, log });
  return { out, text: readFileSync(out, 'latin1'), warnings, report };
}

/** A scan: a quarter turn to the left about z, then a step. */
const scan = (columns: number, rows: number, ...cells: string[]): string =>
  [
    ...[columns, rows, '350000.25 5500000.5 10', '0 1 0', '-1 0 0', '0 0 1'],
    ...['0 1 0 0', '-1 0 0 0', '0 0 1 0', '350000.25 5500000.5 10 1', ...cells],
  ]
    .map((line) => `${line}\n`)
    .join('');

const GREY = scan(2, 3, '0 0 0 0.5', '1 0 0 0.25', '1.000001 2 3 1.0', '0 2 0 0', '0 0 0 0.123456', '0 0 0 0');
const COLOURED = scan(1, 2, '1 0 0 0.5 255 0 1', '0 0 0 0.5 0 0 0');
const NONE = scan(0, 0);

describe('PTX to PTX', () => {
  it.each([
    ['one scan with empty cells', GREY],
    ['several scans, with colours in some', GREY + COLOURED + GREY],
    ['scans without cells', NONE + GREY + NONE],
    ['no cell at all', NONE],
    ['many cells', scan(300, 200, ...Array.from({ length: 60_000 }, (_, k) => (k % 3 ? `${k} 1 2 0.5` : '0 0 0 0.5')))],
  ])('keeps the heads, the cells and their order: %s', async (_, text) => {
    const { text: after, warnings, report } = await converted(file(text));
    expect(after).toBe(text);
    expect(warnings.filter((warning) => !warning.includes('has no'))).toEqual([]);
    expect([report.form, report.leftOut]).toEqual([
      'records',
      { placeless: 0, cropped: 0, ofClass: 0, ofReturn: 0, thinned: 0 },
    ]);
  });

  it('puts the scans of several files one after the other', async () => {
    const { text } = await converted([file(GREY), file(COLOURED)], { merge: true });
    expect(text).toBe(GREY + COLOURED);
  });

  it('empties the cells that a box leaves out', async () => {
    // The turned cells lie at x − 0, −2 and −2 of the scanner.
    const crop = { min: [350_000, 5_500_000, 0], max: [350_001, 5_500_010, 20] } as const;
    const { text, report } = await converted(file(GREY + COLOURED), { crop: crop as never });
    expect(text).toBe(GREY.replace('1.000001 2 3 1.0', '0 0 0 1.0').replace('0 2 0 0\n', '0 0 0 0\n') + COLOURED);
    expect(report.leftOut.cropped).toBe(2);
    const far = { min: [0, 0, 0], max: [1, 1, 1] } as const;
    const empty = await converted(file(GREY), { crop: far as never });
    expect((await readInOne(empty.out)).points.x.every(Number.isNaN)).toBe(true);
    expect((await readInOne(empty.out)).cloud).toMatchObject({ grid: { width: 2, height: 3 } });
  });

  it('refuses what its reader refuses', async () => {
    await expect(converted(file(scan(1, 2, '1 2 3 0.5', '1 2 3')))).rejects.toThrow('found 3 numbers, expected 4');
  });

  it('says what is left behind where other numbers are asked for', async () => {
    const { warnings } = await converted(file(GREY), { intensityRange: [0, 2] });
    expect(warnings).toContainEqual(
      expect.stringMatching(
        /rows and columns, empty cells and poses of the scanner are left behind: its points become one column$/,
      ),
    );
  });
});

describe('other formats to PTX', () => {
  it('say that rows and columns are left behind', async () => {
    const pcd =
      'VERSION 0.7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nWIDTH 2\nHEIGHT 2\nPOINTS 4\nDATA ascii\n1 2 3\nnan nan nan\n4 5 6\n7 8 9\n';
    const path = join(folder, 'grid.pcd');
    writeFileSync(path, pcd);
    const { warnings, text } = await converted(path);
    expect(warnings).toContainEqual(
      `${path}: rows and columns and empty cells are left behind: its points become one column`,
    );
    expect(text.split('\n')[1].trim()).toBe('3');
  });

  it('say that the poses of the scans of an E57 are left behind', async () => {
    const path = new URL('../fixtures/two-scans.e57', import.meta.url).pathname;
    expect((await converted(path)).warnings).toContainEqual(
      expect.stringContaining('poses of the scanner are left behind'),
    );
  });
});
