import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../support/engines.js';
import { openStage } from './open-stage.js';
import { decimal, isPrintOf, pageOf, printedIn, readPage, writePage } from './page.js';
import type { AnyRow, EngineName, TracedPart } from './row.js';
import { rowsOf } from './row.js';
import { SUBJECTS } from './subjects/index.js';

// Measures every row of docs/validation.md on both engines. `npm run validation` writes the page with what was measured.

const { SUBRAY_WRITE_VALIDATION, SUBRAY_SLOW_ROWS } = process.env;
const WRITES = SUBRAY_WRITE_VALIDATION === '1';
const SLOW = SUBRAY_SLOW_ROWS === '1';
const REMEDY = 'npm run validation writes it anew';

const BOTH = ['CPU', 'GPU'] as const;

const committed = readPage();
const printed = printedIn(committed);

/** Compares a value with what is expected, and with the page, which gets it where it is to be written. */
function check(
  { test, unit = '', expected, tolerance, decimals }: AnyRow,
  engines: readonly EngineName[],
  value: number,
) {
  for (const engine of engines) {
    if (!isPrintOf(printed.get(test)?.[engine], value, decimals) && WRITES)
      printed.set(test, { ...printed.get(test), [engine]: decimal(value, decimals) });
    const shown = printed.get(test)?.[engine];
    expect(
      isPrintOf(shown, value, decimals),
      `docs/validation.md has ${shown}, measured ${value} ${unit}: ${REMEDY}`,
    ).toBe(true);
  }
  expect(Math.abs(value - expected), `measured ${value} ${unit}, expected ${expected}`).toBeLessThanOrEqual(tolerance);
}

function describePart({ scene, slow = [], rows }: TracedPart): void {
  for (const [name, there, open] of ENGINES) {
    const engine = name.startsWith('CPU') ? 'CPU' : 'GPU';
    const isSkipped = !there || (slow.includes(engine) && !SLOW);
    describe.skipIf(isSkipped)(`on the ${name}`, () => {
      let stage: Awaited<ReturnType<typeof openStage>>;
      beforeAll(async () => {
        stage = await openStage(engine, await scene(), open);
      });
      afterAll(() => stage?.close());
      for (const row of rows) it(row.test, async () => check(row, [engine], await row.measure(stage)));
    });
  }
}

describe.each(SUBJECTS)('$title', ({ traced, host }) => {
  traced.forEach(describePart);
  for (const row of host?.rows ?? []) it(row.test, async () => check(row, BOTH, await row.measure()));
});

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
