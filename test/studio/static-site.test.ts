import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.js';
import { launchBrowser, openStudio, savedFile, serveStudio } from '../support/studio-page.js';

const chromium = await findChromium();
const { makeSite } = (await import('../../scripts/studio-site.mjs' as string)) as { makeSite(folder: string): void };

describe('the folder of a site', () => {
  it('has the page with addresses below itself alone, and is never written over others', () => {
    const folder = mkdtempSync(join(tmpdir(), 'site-'));
    makeSite(join(folder, 'site'));
    const page = readFileSync(join(folder, 'site/index.html'), 'utf8');
    const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
    expect(addresses.length).toBeGreaterThan(1);
    for (const address of addresses.filter((known) => !known.startsWith('data:'))) {
      expect(address).toMatch(/^\.\//);
      expect(existsSync(join(folder, 'site', address))).toBe(true);
    }
    writeFileSync(join(folder, 'note.txt'), 'mine');
    expect(() => makeSite(folder)).toThrow(/is not empty: name a new folder/);
    rmSync(folder, { recursive: true });
  });
});

describe.skipIf(!chromium)('the studio on any host (skipped where there is no Chromium)', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = (await launchBrowser()) as Browser;
  });
  afterAll(() => browser.close());

  it('works below a path, on a host that sends no headers: it adds them itself', async () => {
    await using server = await serveStudio({ isolated: false, path: '/tools/studio/' });
    await using studio = await openStudio(browser, server.address);
    const { page } = studio;
    await page.waitForFunction('crossOriginIsolated');
    await page.getByRole('button', { name: /^Room/ }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const las = await savedFile(page, () => page.getByRole('button', { name: /^Save room\.las/ }).click());
    expect(las.subarray(0, 4).toString()).toBe('LASF');
    expect(studio.complaints).toEqual([]);
  });

  it('says what is missing where the headers cannot be had', async () => {
    await using server = await serveStudio({ isolated: false });
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.goto(server.address);
    await page.getByRole('button', { name: /^Room/ }).click();
    await page.getByText(/^[\d,]+ triangles$/).waitFor();
    await page
      .getByText(/one thread|share memory/)
      .first()
      .waitFor();
    await context.close();
  });
});
