import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { findChromium } from '../support/chromium.js';
import { whatIfJourney } from '../support/journeys/what-if.js';
import { launchBrowser, openStudio, serveStudio } from '../support/studio-page.js';

const chromium = await findChromium();

describe.skipIf(!chromium)('what if, in the studio (skipped where there is no Chromium)', () => {
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

  it('compares two runs as Node does, shows either or both, keeps a stopped run, and has all of it after a reload', async () => {
    await using server = await serveStudio();
    await using studio = await openStudio(browser, server.address);
    await whatIfJourney(studio, folder);
  });
});
