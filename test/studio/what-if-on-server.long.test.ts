import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { TestStudio } from '../server/studio.js';
import { findChromium } from '../support/chromium.js';
import { whatIfJourney } from '../support/journeys/what-if.js';
import { launchBrowser, openStudio } from '../support/studio-page.js';

const chromium = await findChromium();

describe.skipIf(!chromium)('what if, in the studio of a server (skipped where there is no Chromium)', () => {
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

  it('compares runs, keeps a stopped one, and has all of it after a reload, as a tab alone does', async () => {
    const { server } = await TestStudio.open({ survey: undefined });
    await using studio = await openStudio(browser, server.address);
    await whatIfJourney(studio, folder);
  });
});
