import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.js';
import { addFiles, file, HALL_FILES } from '../support/hall.js';
import { launchBrowser, openStudio, savedFile, serveStudio, textOf } from '../support/studio-page.js';

const chromium = await findChromium();

describe.skipIf(!chromium)('a scene of my own in the studio (skipped where there is no Chromium)', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = (await launchBrowser()) as Browser;
  });
  afterAll(() => browser.close());

  it('takes a model, a scanner by the keyboard, and a station where the floor is clicked; undo leaves every byte', async () => {
    await using server = await serveStudio();
    await using studio = await openStudio(browser, server.address);
    const { page } = studio;
    await page.getByRole('button', { name: /^Empty scene/ }).click();
    await addFiles(page, ...HALL_FILES);
    await page.getByText('4 triangles').waitFor();

    await page
      .getByRole('navigation', { name: 'Survey' })
      .getByRole('button', { name: /velodyne/ })
      .press('Enter');
    await page.getByRole('textbox', { name: 'Search scanners' }).fill('vlp-16');
    await page.getByRole('textbox', { name: 'Search scanners' }).press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    const before = await textOf(page);
    await page.keyboard.press('s');
    await page
      .getByRole('main')
      .locator('canvas')
      .click({ position: { x: 230, y: 220 } });
    await page.getByRole('button', { name: /^station 1/ }).waitFor();
    const placed = await textOf(page);
    expect(placed).toMatch(/position: \[-?[\d.]+, -?[\d.]+, 0\.5\]/);

    await page.keyboard.press('Control+z');
    expect(await textOf(page)).toBe(before);
    await page.keyboard.press('Control+Shift+z');
    expect(await textOf(page)).toBe(placed);

    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const las = await savedFile(page, () => page.getByRole('button', { name: /^Save survey\.las/ }).click());
    expect(las.subarray(0, 4).toString()).toBe('LASF');
    expect(studio.complaints).toEqual([]);
  });

  it('says what is wrong with a broken model, and where, and loses nothing', async () => {
    await using server = await serveStudio();
    await using studio = await openStudio(browser, server.address);
    const { page } = studio;
    await page.getByRole('button', { name: /^Empty scene/ }).click();
    await addFiles(page, ...HALL_FILES);
    await page.getByText('4 triangles').waitFor();
    await addFiles(page, file('broken.obj', 'v 0 0 0\nv 1 0 x\nf 1 2 3\n'));
    await page
      .getByText(/broken\.obj:2/)
      .first()
      .waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('4 triangles').waitFor();
    expect(await textOf(page)).toContain('hall.obj');
  });
});
