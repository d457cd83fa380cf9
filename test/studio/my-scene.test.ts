import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.js';
import { launchBrowser, openStudio, savedFile, serveStudio, textOf } from '../support/studio-page.js';

const chromium = await findChromium();

/** A floor of 20 m by 20 m, half a metre above zero, and a wall. */
const OBJ = `mtllib hall.mtl
o floor
v -10 -10 0.5
v 10 -10 0.5
v 10 10 0.5
v -10 10 0.5
usemtl concrete
f 1 2 3 4
o wall
v -10 9 0.5
v 10 9 0.5
v 10 9 4
v -10 9 4
usemtl brick
f 5 6 7 8
`;
const MTL = 'newmtl concrete\nKd 0.5 0.5 0.5\nnewmtl brick\nKd 0.6 0.3 0.2\n';

const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

/** Adds files by the dialog. */
async function addFiles(page: Page, ...files: ReturnType<typeof file>[]): Promise<void> {
  await page.getByRole('button', { name: 'Add to the scene' }).click();
  await page.getByLabel('Choose files').setInputFiles(files);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

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
    await addFiles(page, file('hall.obj', OBJ), file('hall.mtl', MTL));
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
    await addFiles(page, file('hall.obj', OBJ), file('hall.mtl', MTL));
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
