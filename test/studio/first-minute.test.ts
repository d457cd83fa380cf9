import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSurvey } from '../../src/simulation/node-run-survey.js';
import { loadSurvey } from '../../src/survey/node-load-survey.js';
import { findChromium } from '../support/chromium.js';
import { launchBrowser, openStudio, serveStudio } from '../support/studio-page.js';

const chromium = await findChromium();

/** The text of the survey, which the editor shows as lines. */
const surveyText = async (page: Page): Promise<string> =>
  (await page.getByRole('textbox', { name: 'Survey as YAML' }).locator('.cm-line').allTextContents()).join('\n');

/** The bytes of what a button saves. */
async function saved(page: Page, name: RegExp): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
  return readFileSync(await download.path());
}

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
    const las = await saved(page, /^Save street\.las/);
    expect(studio.complaints).toEqual([]);

    const text = await surveyText(page);
    writeFileSync(join(folder, 'street.yaml'), text);
    const survey = await loadSurvey(join(folder, 'street.yaml'), { outputFolder: folder });
    const { outputs } = await runSurvey(survey, { engine: 'cpu', threads: 2, cache: false });
    expect(outputs[0].points).toBeGreaterThan(100_000);
    expect(las.equals(readFileSync(outputs[0].path))).toBe(true);
  });
});
