import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { violations } from '../../support/axe.js';
import { describePages } from '../../support/describe-pages.js';
import { openSmallRoom } from '../../support/journeys/survey-page.js';
import { isLong } from '../../support/long-run.js';
import { openStudio, savedFile, serveStudio } from '../../support/studio-page.js';

/** Two cores that others use, too. */
const PATIENT = { timeout: 30_000 };

/** Moves the keyboard with Tab until it is on a control of this name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let k = 0; k < 60; k++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(`(() => {
      const { activeElement: at } = document;
      return (at.getAttribute('aria-label') ?? at.innerText ?? '') || at.tagName;
    })()`);
    if (name.test(String(focused))) return;
  }
  throw new Error(`the Tab key never comes to ${name}`);
}

/** Chooses a point, measures, draws a path and places a station at the cross, as a pointer does. */
async function pointByKeyboard(page: Page): Promise<void> {
  const cross = page.locator('.cross');
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  // The first key shows where the cross is, the next one clicks there.
  await press('v', 'Space');
  await cross.waitFor();
  await press('Shift+ArrowDown', 'Shift+ArrowDown', 'Space');
  await page.getByText('Why is this point here?').waitFor();
  await page
    .getByRole('status')
    .filter({ hasText: /^Point [\d,]+ of run 1 is chosen$/ })
    .waitFor();
  await press('m', 'Space');
  const fields = page.getByRole('region', { name: 'Measure' });
  await expect.poll(() => fields.getByLabel('From x').inputValue(), PATIENT).not.toBe('');
  await press(...Array<string>(8).fill('Shift+ArrowRight'), 'Space');
  await page
    .getByLabel('Measured')
    .filter({ hasText: / m · horizontal/ })
    .waitFor();
  await press('p', 'Space');
  await page.getByText(/^1 point,/).waitFor();
  await press(...Array<string>(8).fill('Shift+ArrowLeft'), 'Space');
  await page.getByText(/^2 points,/).waitFor();
  await press('Enter');
  await page.getByRole('button', { name: /^path 2/ }).waitFor();
  await press('s', 'Space');
  await page.getByRole('button', { name: /^station 3/ }).waitFor();
  // From part to part: the inspector, and back to the view, where the pointer of a mouse takes over.
  await press('F6');
  await expect
    .poll(() => page.getByLabel('Name').evaluate((field) => field === document.activeElement), PATIENT)
    .toBe(true);
  await cross.waitFor({ state: 'detached' });
  await press('Shift+F6');
  await cross.waitFor();
  await page.getByRole('main').locator('canvas').hover();
  await cross.waitFor({ state: 'detached' });
}

/** At twice the size of text, columns are as much wider, and so are the texts in them; the text of the survey, too. */
async function hasRoomForLargeText(page: Page): Promise<void> {
  const before = page.viewportSize() ?? { width: 0, height: 0 };
  const widths = async (part: string) => (await page.locator(part).boundingBox())?.width ?? 0;
  const session = await page.context().newCDPSession(page);
  const fonts = (standard: number) => session.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
  await page.setViewportSize({ width: 960, height: 540 });
  const [outline, editor] = [await widths('.outline'), page.locator('.cm-content')];
  const textSize = () => editor.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  const usual = await textSize();
  await fonts(32);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await expect.poll(() => widths('.outline'), PATIENT).toBeCloseTo(2 * outline, 0);
  expect(await textSize()).toBeCloseTo(2 * usual, 1);
  await fonts(16);
  await page.setViewportSize(before);
  await session.detach();
}

/**
 * If the system chooses the colours, a pressed control with the keyboard's focus looks unlike one that is only pressed.
 */
async function showsFocusInForcedColors(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  const lines = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('button[aria-pressed="true"]')].map((button) => getComputedStyle(button).outline),
    );
  await tabTo(page, /^New$/);
  const before = await lines();
  await tabTo(page, /^Select/);
  const now = await lines();
  expect(now.filter((line, k) => line !== before[k])).toHaveLength(1);
  await page.emulateMedia({ forcedColors: null });
}

describePages('the studio for everyone', () => {
  it('has no faults of accessibility in any of its states, dark and light', async () => {
    await using server = await serveStudio();
    await using studio = await openStudio(server.address);
    const { page } = studio;
    expect(await violations(page)).toEqual([]);
    await openSmallRoom(page);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add to the scene' }).click();
    await page.getByRole('dialog', { name: 'Add to the scene' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('navigation', { name: 'Survey' }).getByRole('button', { name: /faro/ }).click();
    await page.getByRole('button', { name: 'Use this scanner' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^middle/ }).click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('button', { name: /^Save room\.las/ }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Legend' }).click();
    await page.locator('summary', { hasText: 'Look' }).click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Log' }).click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: /^(Dark|Light) page/ }).click();
    expect(await violations(page)).toEqual([]);
  });

  it('can be used by the keyboard alone: a scene, a leg, a number, undo, a run, its file', async () => {
    await using server = await serveStudio();
    await using studio = await openStudio(server.address);
    const { page } = studio;
    await tabTo(page, /^Room/);
    await page.keyboard.press('Enter');
    await page.getByText(/^[\d,]+ triangles$/).waitFor();
    await tabTo(page, /^middle/);
    await page.keyboard.press('Enter');
    const x = page.getByRole('textbox', { name: 'x' });
    for (let k = 0; k < 40 && !(await x.evaluate((input) => input === document.activeElement)); k++)
      await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await x.inputValue()).toBe('2');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    expect(await x.inputValue()).toBe('0');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: /^Save room\.las/ }).waitFor();
    await tabTo(page, /^Save room/);
    const las = await savedFile(page, () => page.keyboard.press('Enter'));
    expect(las.subarray(0, 4).toString()).toBe('LASF');
    await pointByKeyboard(page);
    expect(studio.complaints).toEqual([]);
  });

  it.runIf(isLong)('keeps the keyboard somewhere, whatever goes away with what had it', async () => {
    await using server = await serveStudio();
    await using studio = await openStudio(server.address);
    const { page } = studio;
    const atKeyboard = () =>
      page.evaluate(() => {
        const { activeElement: at } = document;
        return at?.getAttribute('aria-label') ?? at?.textContent ?? at?.tagName;
      });
    const pressed = async (key: string) => {
      await page.keyboard.press(key);
      return atKeyboard();
    };
    // The order of focus is that of sight, and files of one's own can be chosen without dropping them.
    await tabTo(page, /^Street/);
    for (const next of [/^Forest/, /^Room/]) expect(await pressed('Tab')).toMatch(next);
    expect(await page.getByLabel('Choose files').count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.getByText(/^[\d,]+ triangles$/).waitFor();
    expect(await atKeyboard()).toMatch(/^3-D view/);

    // A leg that is repeated and deleted by its form, and by keys; a part; a field that is left.
    await tabTo(page, /^middle/);
    await page.keyboard.press('Enter');
    await tabTo(page, /^Repeat$/);
    expect(await pressed('Enter')).toBe('Repeat');
    await page.keyboard.press('Tab');
    // From the form of a deleted leg to the row in place of its own.
    expect(await pressed('Enter')).toMatch(/^middle/);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+d');
    await tabTo(page, /^middle 2/);
    await page.keyboard.press('Enter');
    expect(await pressed('Delete')).toMatch(/^middle/);
    await page.keyboard.press('Enter');
    await hasRoomForLargeText(page);
    await showsFocusInForcedColors(page);
    await page.getByRole('textbox', { name: 'x' }).focus();
    expect(await pressed('Escape')).toBe('xm');
    expect(await pressed('Tab')).toBe('');
    // From a notice to the place of the last action.
    await page
      .getByRole('main')
      .locator('canvas')
      .click({ position: { x: 12, y: 12 } });
    await page.getByText('No leg or point is there').waitFor();
    const x = page.getByRole('textbox', { name: 'x' });
    await x.press('ArrowUp');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Close' }).press('Enter');
    await expect.poll(() => x.evaluate((field) => field === document.activeElement), PATIENT).toBe(true);
    await page.keyboard.press('Control+z');
    await tabTo(page, /^Remove room/);
    expect(await pressed('Enter')).toBe('Labels…');

    // A step that is undone, until there is nothing more to undo, and the survey itself.
    await tabTo(page, /^Undo/);
    for (let k = 0; k < 9; k++) expect(await pressed('Enter')).toMatch(/^(Undo|Redo)/);
    await tabTo(page, /^New$/);
    expect(await pressed('Enter')).toMatch(/^Street/);
    expect(studio.complaints).toEqual([]);
  });
});
