import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSurvey } from '../../src/simulation/node-run-survey.js';
import { loadSurvey } from '../../src/survey/node-load-survey.js';
import { findChromium, runPage } from '../support/chromium.js';

const ROOT = resolve(import.meta.dirname, '../..');
const EXAMPLES = readdirSync(join(ROOT, 'examples')).filter((name) => name.endsWith('.yaml'));
const TIMEOUT_MS = 600_000;

const chromium = await findChromium();

describe.skipIf(!chromium)('a page (skipped where there is no Chromium: @sparticuz/chromium, Linux x64)', () => {
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'subray-page-'));
    const root = join(import.meta.dirname, 'browser/survey');
    await build({ root, configFile: false, logLevel: 'error', build: { outDir: folder, emptyOutDir: true } });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(EXAMPLES)(
    'writes for examples/%s the cloud of Node, byte for byte',
    async (name) => {
      copyFileSync(join(ROOT, 'examples', name), join(folder, name));
      const survey = await loadSurvey(join(ROOT, 'examples', name), { outputFolder: folder });
      const { outputs } = await runSurvey(survey, { engine: 'cpu', threads: 2, force: true });
      const inNode = readFileSync(outputs[0].path);
      const page = `index.html?survey=${name}&output=${basename(outputs[0].path)}`;
      const inPage = await runPage({ folder, page, timeoutMs: TIMEOUT_MS });
      expect(outputs[0].points).toBeGreaterThan(10_000);
      expect(inPage.length).toBe(inNode.length);
      expect(inPage.findIndex((byte, k) => byte !== inNode[k])).toBe(-1);
    },
    TIMEOUT_MS,
  );
});
