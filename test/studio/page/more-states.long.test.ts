import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { violations } from '../../support/axe.js';
import { describePages } from '../../support/describe-pages.js';
import { dropFiles } from '../../support/journeys/drop-files.js';
import { openPlain } from '../../support/journeys/plain.js';
import { openSmallStreet, run, withWideBeam } from '../../support/journeys/survey-page.js';
import { openStudio, serveStudio, typeText } from '../../support/studio-page.js';

/** Expects no faults of accessibility in the page as it stands, dark and light. */
async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page)).toEqual([]);
  }
}

/** Things outside of the window, or wider than their place without a way to scroll there: their texts or names. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { innerWidth, innerHeight } = window;
    const isScrolled = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowY) || isScrolled(element.parentElement));
    return [...document.querySelectorAll('button, input, select, h1, h2')].flatMap((element) => {
      const { left, right, top, bottom, width } = element.getBoundingClientRect();
      const isOut = left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1;
      if (width === 0 || !isOut || isScrolled(element)) return [];
      return [element.getAttribute('aria-label') ?? element.textContent ?? element.tagName];
    });
  });

describePages('further states of the studio', () => {
  it('have no faults of accessibility: an own cloud, a section, a comparison', async () => {
    await using server = await serveStudio();
    await using studio = await openStudio(server.address);
    const { page } = studio;
    const street = await openSmallStreet(page);
    await run(page, 'run 1');
    await dropFiles(page, { 'notes.las': 'LASF' });
    await page.getByRole('alert').filter({ hasText: 'notes.las' }).waitFor();
    await page.getByRole('tab', { name: 'Section' }).click();
    await expectAccessible(page);
    const from = page.getByRole('textbox', { name: 'From x' });
    await from.fill('-20');
    await from.press('Enter');
    await page.getByRole('application', { name: /^Plot of the section/ }).waitFor();
    await expectAccessible(page);

    await page.getByRole('tab', { name: 'YAML' }).click();
    await typeText(page, withWideBeam(street));
    await run(page, 'run 2');
    await page.getByRole('tab', { name: 'Compare' }).click();
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByRole('table').waitFor();
    await expectAccessible(page);
    expect(studio.complaints).toEqual([]);
  });

  it('have none: a plan, the settings of a scanner, a part from a seed; and fit into small and enlarged windows', async () => {
    await using server = await serveStudio();
    await using studio = await openStudio(server.address);
    const { page } = studio;
    await openPlain(page);
    await page.getByRole('button', { name: 'Plan…' }).click();
    await page.getByRole('button', { name: 'Use this plan' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Settings…' }).click();
    await page.getByRole('complementary', { name: 'Inspector' }).getByRole('textbox').first().waitFor();
    await expectAccessible(page);
    for (const [width, height] of [
      [800, 700],
      [720, 450],
      [500, 700],
      [400, 700],
    ]) {
      await page.setViewportSize({ width, height });
      expect(await cutOff(page)).toEqual([]);
      expect(await page.evaluate('document.querySelector(".app").scrollWidth')).toBe(width);
      await page.getByRole('button', { name: 'Add to the scene' }).click();
      await page.getByRole('dialog').waitFor();
      expect(await cutOff(page)).toEqual([]);
      await page.keyboard.press('Escape');
    }
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await page.evaluate('document.getAnimations().length')).toBe(0);
    expect(studio.complaints).toEqual([]);
  });
});
