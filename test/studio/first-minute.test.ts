import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSurvey } from '../../src/simulation/node-run-survey.js';
import { loadSurvey } from '../../src/survey/node-load-survey.js';
import { findChromium } from '../support/chromium.js';
import { launchBrowser, openStudio, savedFile, serveStudio } from '../support/studio-page.js';

const chromium = await findChromium();

describe.skipIf(!chromium)('the first minute in the studio (skipped where there is no Chromium)', () => {
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    browser = (await launchBrowser()) as Browser;
    folder = mkdtempSync(join(tmpdir(), 'studio-'));
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  it('opens a street, scans it, shows the classes and saves the LAS of subray run', async () => {
    await using server = await serveStudio();
    await using studio = await openStudio(browser, server.address);
    const { page } = studio;
    await page.getByRole('button', { name: /^Street/ }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const las = await savedFile(page, () => page.getByRole('button', { name: /^Save street\.las/ }).click());
    const file = join(folder, 'street.yaml');
    writeFileSync(file, await savedFile(page, () => page.getByRole('button', { name: 'Save', exact: true }).click()));
    expect(studio.complaints).toEqual([]);

    const survey = await loadSurvey(file, { outputFolder: folder });
    const { outputs } = await runSurvey(survey, { engine: 'cpu', threads: 2, cache: false });
    expect(outputs[0].points).toBeGreaterThan(100_000);
    expect(las.equals(readFileSync(outputs[0].path))).toBe(true);
  });
});
