import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HAS_HELIOS_REFERENCE } from '../support/helios-reference.js';
import {
  expectSameFromConverted,
  HEAVY,
  LIGHT,
  REFUSED,
  runShipped,
  shippedSurveys,
} from '../support/helios-shipped.js';
import { sampleOf } from '../support/long-run.js';

// The surveys that come with HELIOS++: all run, or say why not; those that take long in helios-shipped.long.test.ts,
// and half of the others in long runs.

if (!HAS_HELIOS_REFERENCE)
  describe.skip('surveys of HELIOS++ (skipped: ../shared/helios is not here)', () => {
    it('run as they come', () => {});
  });

describe('the guide to HELIOS++', () => {
  const guide = readFileSync(new URL('../../docs/helios.md', import.meta.url), 'utf8');
  const surveys = Object.entries({ ...LIGHT, ...HEAVY }).filter(([name]) => name.startsWith('surveys/'));

  it.each(surveys)('has the points of %s', (name, points) => {
    expect(guide).toContain(`| ${name.slice('surveys/'.length, -'.xml'.length)} | ${points.toLocaleString('en')} |`);
  });
});

describe.skipIf(!HAS_HELIOS_REFERENCE)('the surveys that come with HELIOS++', () => {
  it('are all tried', () => {
    expect(Object.keys({ ...LIGHT, ...HEAVY, ...REFUSED }).sort()).toEqual(shippedSurveys());
  });

  it.each(sampleOf(Object.entries(LIGHT), 9))(
    '%s runs, and gives the same bytes when it is converted',
    async (survey, points) => {
      expect(await expectSameFromConverted(survey)).toBe(points);
    },
  );

  it.each(Object.entries(REFUSED))('%s is refused with the reason', async (survey, reasons) => {
    const out = join(tmpdir(), `subray-refused-${process.pid}`);
    const { code, stderr } = await runShipped(survey, out);
    expect(code).toBe(2);
    expect(existsSync(out)).toBe(false);
    for (const reason of reasons) expect(stderr).toContain(reason);
  });
});
