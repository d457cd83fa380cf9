import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';
import { makePlan } from '../../src/node-scans.js';
import { surveyText } from '../../src/planning/write-survey.js';
import { findChromium, runPage } from '../support/chromium.js';

const SURVEY = resolve(import.meta.dirname, '../../examples/uav.yaml');
const TIMEOUT_MS = 600_000;

const chromium = await findChromium();

describe.skipIf(!chromium)('a page (skipped where there is no Chromium: @sparticuz/chromium, Linux x64)', () => {
  it('plans a flight as Node does, letter for letter', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'subray-plan-'));
    try {
      const root = join(import.meta.dirname, 'browser/plan');
      await build({ root, configFile: false, logLevel: 'error', build: { outDir: folder, emptyOutDir: true } });
      const survey = join(folder, 'survey.yaml');
      copyFileSync(SURVEY, survey);
      const plan = await makePlan({ kind: 'uav', scene: survey, height: 40, overlap: 0.3 });
      const inNode = surveyText(plan, join(folder, 'flight.yaml'), ['A flight']);
      expect(inNode).toContain('legs:');
      const inPage = await runPage({ folder, page: 'index.html?survey=survey.yaml', timeoutMs: TIMEOUT_MS });
      expect(inPage.toString()).toBe(inNode);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
