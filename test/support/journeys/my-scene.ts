import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { HALL } from '../hall.js';
import { type StudioPage, savedFile, textOf } from '../studio-page.js';
import { dropFiles } from './drop-files.js';

/**
 * A scene of the user: a model is dropped, a scanner chosen by the keyboard, a station placed by a
 * click; undo leaves every byte.
 */
export async function mySceneJourney({ page, complaints }: StudioPage): Promise<void> {
  await page.getByRole('button', { name: /^Empty scene/ }).click();
  await dropFiles(page, HALL);
  await page.getByText('4 triangles').waitFor();
  await chooseByKeyboard(page, 'vlp-16');

  const before = await textOf(page);
  expect(before).toContain('velodyne-vlp-16');
  await page.keyboard.press('s');
  const canvas = page.getByRole('main').locator('canvas');
  await canvas.click({ position: { x: 230, y: 220 } });
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
  expect(complaints).toEqual([]);
}

/** Takes the first scanner that a search finds. */
async function chooseByKeyboard(page: Page, search: string): Promise<void> {
  const survey = page.getByRole('navigation', { name: 'Survey' });
  await survey.getByRole('button', { name: /velodyne/ }).press('Enter');
  const field = page.getByRole('textbox', { name: 'Search scanners' });
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type(search);
  for (const key of ['ArrowDown', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
