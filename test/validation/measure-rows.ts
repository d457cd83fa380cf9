import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../support/engines.js';
import { openStage } from './open-stage.js';
import { decimal, isPrintOf, printedIn, readPage } from './page.js';
import type { AnyRow, EngineName, TracedPart } from './row.js';
import { SUBJECTS } from './subjects/index.js';

/** Whether the results are written to the page. */
export const WRITES = process.env.SUBRAY_WRITE_VALIDATION === '1';
export const REMEDY = 'npm run validation writes it anew';

const BOTH = ['CPU', 'GPU'] as const;

/** Results on the page, old and new. */
export const printed = printedIn(readPage());

/** Compares a value with the expected one, and with the page, or writes it there. */
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

/** Rows on engines on which they take long, the others, or all. */
export type Pace = 'slow' | 'quick' | 'all';

function describePart({ scene, rows }: TracedPart, pace: Pace): void {
  for (const [name, there, open] of ENGINES) {
    const engine = name.startsWith('CPU') ? 'CPU' : 'GPU';
    const isSlow = ({ slow = [] }: AnyRow) => slow.includes(engine);
    const isAsked = ({ only = engine }: AnyRow) => only === engine;
    const measured = rows.filter((row) => isAsked(row) && (pace === 'all' || isSlow(row) === (pace === 'slow')));
    if (measured.length === 0) continue;
    describe.skipIf(!there)(`on the ${name}`, () => {
      let stage: Awaited<ReturnType<typeof openStage>>;
      beforeAll(async () => {
        stage = await openStage(engine, await scene(), open);
      });
      afterAll(() => stage?.close());
      for (const row of measured) it(row.test, async () => check(row, [engine], await row.measure(stage)));
    });
  }
}

/** A test of each row of docs/validation.md with this pace on each engine; computations of the host are quick. */
export function describeRows(pace: Pace): void {
  describe.each(SUBJECTS)('$title', ({ traced, host }) => {
    for (const part of traced) describePart(part, pace);
    if (pace === 'slow') return;
    for (const row of host?.rows ?? []) {
      const { test, only, absent } = row;
      const name = absent ? `${test} (skipped: ${absent} is not here)` : test;
      it.skipIf(absent)(name, async () => check(row, only ? [only] : BOTH, await row.measure()));
    }
  });
}
