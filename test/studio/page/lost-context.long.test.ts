import { decode } from 'fast-png';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describePages } from '../../support/describe-pages.js';
import { openSmallStreet, run } from '../../support/journeys/survey-page.js';
import { pictureDifference } from '../../support/picture-difference.js';
import { openStudio, serveStudio } from '../../support/studio-page.js';
import { viewPicture } from '../../support/view-picture.js';

/** A software GPU draws while it is asked. */
const POLL = { timeout: 20_000 };

/** Whether two pictures are of the same points; without points, or without their colours, far more differs. */
const looksLike = (a: Buffer, b: Buffer): boolean => pictureDifference(decode(a), decode(b)).share < 0.03;

/** Has the view's context lost, and given back, as a driver does that begins anew. */
const lose = (page: Page) =>
  page.evaluate(async () => {
    const canvas = document.querySelector<HTMLCanvasElement>('main canvas');
    const lost = canvas?.getContext('webgl2')?.getExtension('WEBGL_lose_context');
    const happened = (kind: string) =>
      new Promise((resolve) => canvas?.addEventListener(kind, resolve, { once: true }));
    const [isLost, isRestored] = [happened('webglcontextlost'), happened('webglcontextrestored')];
    lost?.loseContext();
    await isLost;
    // It can be given back only when all have heard that it is lost.
    await new Promise((resolve) => setTimeout(resolve, 10));
    lost?.restoreContext();
    await isRestored;
  });

describePages('a view whose GPU forgets everything', () => {
  it('is drawn again as it was: scene, points in their chunks, and values of an attribute', async () => {
    await using server = await serveStudio();
    await using studio = await openStudio(server.address);
    const { page } = studio;
    await openSmallStreet(page);
    await run(page, 'run 1');
    const before = await viewPicture(page);
    await page.getByLabel('Colour').selectOption({ label: 'Range' });
    const byRange = await viewPicture(page);
    expect(byRange.equals(before)).toBe(false);

    await lose(page);
    // The file has places to the millimetre, those of a run are as they were computed.
    await expect.poll(async () => looksLike(await viewPicture(page), byRange), POLL).toBe(true);
    await page.getByLabel('Colour').selectOption('class');
    const byClass = await viewPicture(page);
    expect(looksLike(byClass, before)).toBe(true);
    await lose(page);
    await expect.poll(async () => (await viewPicture(page)).equals(byClass), POLL).toBe(true);
    // The drawings before go away, which the new context does not know.
    await page.setViewportSize({ width: 900, height: 600 });
    await page.getByRole('button', { name: /^west/ }).click();
    await page.getByRole('textbox', { name: 'x', exact: true }).press('ArrowUp');
    await page.getByRole('button', { name: /^Remove run 1/ }).click();
    await viewPicture(page);
    expect(studio.complaints.filter((text) => !/Context (Lost|Restored)/.test(text))).toEqual([]);
  });
});
