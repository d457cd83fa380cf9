import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type StudioPage, savedFile, textOf } from '../studio-page.js';
import { dropFiles } from './drop-files.js';

/** A floor of 20 m by 20 m, half a metre above zero, and a wall. */
export const HALL = Object.freeze({
  'hall.obj': `mtllib hall.mtl
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
`,
  'hall.mtl': 'newmtl concrete\nKd 0.5 0.5 0.5\nnewmtl brick\nKd 0.6 0.3 0.2\n',
});

/** A scene of the user: a model is dropped, a scanner chosen by the keyboard, a station placed by a click; undo leaves every byte. */
export async function mySceneJourney({ page, complaints }: StudioPage): Promise<void> {
  await page.getByRole('button', { name: /^Empty scene/ }).click();
  await dropFiles(page, HALL);
  await page.getByText('4 triangles').waitFor();
  await chooseByKeyboard(page, 'vlp-16');

  const before = await textOf(page);
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
  await field.fill(search);
  await field.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
