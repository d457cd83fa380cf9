import type { Locator, Page } from 'playwright-core';
import { savedFile, textOf } from '../studio-page.js';

/** Opens a street of a tenth of the usual triangles, and of pulses `step` degrees apart, by which two cores have it in a second. Returns its text. */
export async function openSmallStreet(page: Page, step = 1.3): Promise<string> {
  await page.getByRole('button', { name: /^Street/ }).click();
  const text = (await textOf(page)).replaceAll('0.65', String(step)).replace('200000', '20000');
  await typeText(page, text);
  return text;
}

/** A street as another scanner sees it, whose beam is wide. */
export const withWideBeam = (street: string): string =>
  street.replace('  id: riegl-vz-400', '  id: riegl-vz-400\n  divergence: { mrad: 20 }');

/** The row of a cloud. */
export const cloudRow = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ hasText: name }).first();

/** Pastes `text` in place of the whole survey; Chromium's own typing over many lines would leave styles that the server's CSP reports. */
export async function typeText(page: Page, text: string): Promise<void> {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  await page.locator('.cm-content').evaluate((editor, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Runs the survey; done when the cloud `name` is whole. */
export async function run(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await cloudRow(page, name)
    .getByRole('button', { name: /^Save / })
    .waitFor();
}

/** The LAS file of a cloud. */
export const lasOf = (page: Page, name: string): Promise<Buffer> =>
  savedFile(page, () =>
    cloudRow(page, name)
      .getByRole('button', { name: /^Save .*\.las/ })
      .click(),
  );

/** The number of points of a cloud, as its row says it. */
export async function pointsOf(page: Page, name: string): Promise<number> {
  const text = await cloudRow(page, name)
    .getByText(/^[\d,]+ points$/)
    .textContent();
  return Number.parseInt(String(text).replaceAll(',', ''), 10);
}
