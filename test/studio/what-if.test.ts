import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparePoints } from '../../src/io/opened/compare-points.js';
import { openCloud } from '../../src/io/opened/node-open-cloud.js';
import { findChromium } from '../support/chromium.js';
import { launchBrowser, openStudio, savedFile, serveStudio, typeText } from '../support/studio-page.js';

const chromium = await findChromium();

const cloudRow = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name }).first();
const pointsOf = async (page: Page, name: string): Promise<number> =>
  Number.parseInt(
    String(
      await cloudRow(page, name)
        .getByText(/^[\d,]+ points$/)
        .textContent(),
    ).replaceAll(',', ''),
    10,
  );

const surveyOf = (page: Page) => savedFile(page, () => page.getByRole('button', { name: 'Save', exact: true }).click());
const lasOf = (page: Page, name: string) =>
  savedFile(page, () =>
    cloudRow(page, name)
      .getByRole('button', { name: /^Save street\.las/ })
      .click(),
  );

async function run(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await cloudRow(page, name)
    .getByRole('button', { name: /^Save street\.las/ })
    .waitFor();
}

describe.skipIf(!chromium)('what if, in the studio (skipped where there is no Chromium)', () => {
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    browser = (await launchBrowser()) as Browser;
    folder = mkdtempSync(join(tmpdir(), 'studio-'));
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  it('compares two runs as Node does, shows either or both, keeps a stopped run, and has all of it after a reload', async () => {
    await using server = await serveStudio();
    await using studio = await openStudio(browser, server.address);
    const { page } = studio;
    await page.getByRole('button', { name: /^Street/ }).click();
    // Fewer points, which two cores compare in a second.
    const coarse = String(await surveyOf(page)).replaceAll('0.65', '1.3');
    await typeText(page, coarse);
    await run(page, 'run 1');
    const wide = coarse.replace('  id: riegl-vz-400', '  id: riegl-vz-400\n  divergence: { mrad: 20 }');
    await typeText(page, wide);
    await run(page, 'run 2');
    const paths = [join(folder, 'one.las'), join(folder, 'two.las')];
    writeFileSync(paths[0], await lasOf(page, 'run 1'));
    writeFileSync(paths[1], await lasOf(page, 'run 2'));

    await page.getByRole('tab', { name: 'YAML' }).press('End');
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByRole('table').waitFor();
    const clouds = await Promise.all(paths.map((path) => openCloud(path)));
    const expected = await comparePoints(clouds[0], clouds[1]);
    const shown = async (line: string) =>
      page.getByRole('row').filter({ hasText: line }).getByRole('cell').allTextContents();
    const both = (of: 'median' | 'mean' | 'p95') =>
      [expected.aToB, expected.bToA].map(({ distance }) => `${distance[of].toFixed(3)} m`);
    expect(expected.aToB.distance.median).toBeGreaterThan(0.001);
    expect(await shown('Median')).toEqual(both('median'));
    expect(await shown('Mean')).toEqual(both('mean'));
    expect(await shown('95 %')).toEqual(both('p95'));
    const label = await page.getByRole('img', { name: /^Points by distance/ }).getAttribute('aria-label');
    expect(label).toContain(`run 1 ${both('median')[0]}, of run 2 ${both('median')[1]}`);
    for (const cloud of clouds) await cloud.close();

    const isShown = (name: string) => page.getByRole('checkbox', { name }).isChecked();
    expect([await isShown('run 1'), await isShown('run 2')]).toEqual([true, true]);
    await page.getByRole('button', { name: 'A', exact: true }).click();
    expect([await isShown('run 1'), await isShown('run 2')]).toEqual([true, false]);
    await page.keyboard.press('c');
    expect([await isShown('run 1'), await isShown('run 2')]).toEqual([false, true]);
    expect(await page.getByLabel('Colour').inputValue()).toBe('distance');

    // Some seventy times as many pulses as before.
    await page.getByRole('tab', { name: 'Compare' }).press('Home');
    await typeText(page, coarse.replaceAll('1.3', '0.15'));
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.waitForFunction(() => /^[1-9][\d,]* points/.test(document.querySelector('footer')?.textContent ?? ''));
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await cloudRow(page, 'run 3').getByText('stopped early').waitFor();
    const counts = [await pointsOf(page, 'run 1'), await pointsOf(page, 'run 2'), await pointsOf(page, 'run 3')];
    expect(counts[0]).toBe(clouds[0].info.pointCount);
    expect(counts[2]).toBeGreaterThan(0);
    const text = String(await surveyOf(page));

    await page.reload();
    await cloudRow(page, 'run 3').getByText('stopped early').waitFor();
    expect([await pointsOf(page, 'run 1'), await pointsOf(page, 'run 2'), await pointsOf(page, 'run 3')]).toEqual(
      counts,
    );
    expect(String(await surveyOf(page))).toBe(text);
    expect(studio.complaints).toEqual([]);
  });
});
