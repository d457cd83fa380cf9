import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { violations } from '../support/axe.js';
import { describePages } from '../support/describe-pages.js';
import { openSmallRoom } from '../support/journeys/survey-page.js';
import { openStudio, savedFile, serveStudio } from '../support/studio-page.js';

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
    expect(studio.complaints).toEqual([]);
  });
});
