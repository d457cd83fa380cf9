import { join } from 'node:path';
import { decode } from 'fast-png';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describePages } from '../../support/describe-pages.js';
import { drawPoints, openPlain, placeOn } from '../../support/journeys/plain.js';
import { openSmallStreet, run, withWideBeam } from '../../support/journeys/survey-page.js';
import { isLong } from '../../support/long-run.js';
import { expectPicture, pictureDifference } from '../../support/picture-difference.js';
import { openStudio, serveStudio, typeText } from '../../support/studio-page.js';
import { viewPicture } from '../../support/view-picture.js';

/** A window whose view is small. */
const SMALL = { viewport: { width: 920, height: 540 }, colorScheme: 'dark' } as const;

const pictureOf = (name: string): string => join(import.meta.dirname, 'views', `${name}.png`);
const looksLike = async (page: Page, name: string): Promise<void> =>
  expectPicture(await viewPicture(page), pictureOf(name));

describePages('pictures of the view', () => {
  it('show a scene, its points by class and by intensity, a pulse, and two clouds compared', async () => {
    await using server = await serveStudio();
    await using studio = await openStudio(server.address, SMALL);
    const { page } = studio;
    const street = await openSmallStreet(page);
    await page.getByText(/^[\d,]+ triangles$/).waitFor();
    await looksLike(page, 'scene');
    await run(page, 'run 1');
    await looksLike(page, 'class');

    const canvas = page.getByRole('main').locator('canvas');
    await canvas.click({ position: await placeOn(canvas, [0.325, 0.5]) });
    await page
      .getByRole('complementary', { name: 'Inspector' })
      .getByText(/^Pulse [\d,]+ of /)
      .waitFor();
    await looksLike(page, 'pulse');
    await page.keyboard.press('Escape');

    await page.getByLabel('Colour').selectOption('intensity');
    await page.getByRole('button', { name: 'Legend' }).click();
    await page.locator('summary', { hasText: 'Look' }).click();
    await page.getByLabel('Scene behind the points').uncheck();
    await page.getByLabel('Point size').fill('4');
    await page.getByLabel('Depth shading').fill('1');
    await looksLike(page, 'intensity');
    await page.getByLabel('Shown from').press('End');
    await page.getByText(/about [\d,]+ points$/).waitFor();
    const strongest = decode(await viewPicture(page));
    // They stay hidden whatever the colours show.
    await page.getByLabel('Colour').selectOption('class');
    await page.getByText('Some points are hidden by intensity').waitFor();
    const hidden = decode(await viewPicture(page));
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByText('Some points are hidden').waitFor({ state: 'detached' });
    expect(pictureDifference(hidden, decode(await viewPicture(page))).share).toBeGreaterThan(0.05);
    await page.getByLabel('Colour').selectOption('intensity');
    const all = await viewPicture(page);
    expectPicture(all, pictureOf('intensity'));
    expect(pictureDifference(strongest, decode(all)).share).toBeGreaterThan(0.05);
    await page.getByLabel('Point size').fill('2');

    await typeText(page, withWideBeam(street));
    await run(page, 'run 2');
    await page.getByRole('tab', { name: 'Compare' }).click();
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByRole('table').waitFor();
    await looksLike(page, 'compared');
  });

  it.runIf(isLong)('show a plan with its lines, and how often places are seen', async () => {
    await using server = await serveStudio();
    await using studio = await openStudio(server.address, SMALL);
    const { page } = studio;
    await openPlain(page);
    const canvas = page.getByRole('main').locator('canvas');
    await page.keyboard.press('a');
    await drawPoints(canvas, page, 'corner', [[0.3, 0.55], [0.5, 0.38], [0.75, 0.5], [0.55, 0.72]]); // biome-ignore format: corners
    await canvas.click({ position: await placeOn(canvas, [0.3, 0.55]) });
    const height = page.getByRole('textbox', { name: 'Above ground' });
    await height.fill('125');
    await height.press('Enter');
    await page.getByLabel('Numbers of the plan').getByText('144 m').waitFor();
    await looksLike(page, 'plan');
  });
});
