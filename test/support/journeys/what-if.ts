import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { comparePoints } from '../../../src/io/opened/compare-points.js';
import { openCloud } from '../../../src/node-clouds.js';
import { type StudioPage, textOf, typeText } from '../studio-page.js';
import { cloudRow, lasOf, openSmallStreet, pointsOf, run, withWideBeam } from './survey-page.js';

const RUNS = ['run 1', 'run 2', 'run 3'];

/**
 * A wider beam: two runs are compared as Node compares their files, either or both are shown, a run is stopped, and all
 * of it is there after a reload. Files are written to `folder`.
 */
export async function whatIfJourney({ page, complaints }: StudioPage, folder: string): Promise<void> {
  const coarse = await openSmallStreet(page);
  await run(page, 'run 1');
  await typeText(page, withWideBeam(coarse));
  await run(page, 'run 2');
  await legendOfBoth(page);
  const count = await compare(page, folder);
  await showEither(page);

  // Some seventy times as many pulses as before.
  await page.getByRole('tab', { name: 'Compare' }).press('Home');
  await typeText(page, coarse.replaceAll('1.3', '0.15'));
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect.poll(() => pointsOf(page, 'run 3'), { timeout: 30_000, interval: 20 }).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await cloudRow(page, 'run 3').getByText('stopped early').waitFor();
  const countAll = () => Promise.all(RUNS.map((name) => pointsOf(page, name)));
  const counts = await countAll();
  expect(counts[0]).toBe(count);
  expect(counts[2]).toBeGreaterThan(0);
  const text = await textOf(page);

  // Nothing is scanned after a reload: the kept runs are read.
  await page.addInitScript(() => {
    const said = new Set<string>();
    Object.assign(globalThis, { said });
    const look = () => {
      for (const note of document.querySelectorAll('.note')) said.add(note.textContent ?? '');
      requestAnimationFrame(look);
    };
    look();
  });
  await page.reload();
  await cloudRow(page, 'run 3').getByText('stopped early').waitFor();
  const said = await page.evaluate(() => [...(globalThis as unknown as { said: Set<string> }).said]);
  expect(said).toContain('reading');
  expect(said).not.toContain('scanning');
  expect(await countAll()).toEqual(counts);
  expect(await textOf(page)).toBe(text);
  expect(complaints).toEqual([]);
}

/** The legend counts the points of both runs, and of one alone if the other is hidden. */
async function legendOfBoth(page: Page): Promise<void> {
  const [one, two] = await Promise.all([pointsOf(page, 'run 1'), pointsOf(page, 'run 2')]);
  // In a small view it is folded until it is asked for.
  const more = page.getByRole('button', { name: 'Legend' });
  if ((await more.getAttribute('aria-expanded')) === 'false') await more.click();
  expect(await legendTotal(page)).toBe(one + two);
  const shown = page.getByRole('checkbox', { name: 'run 1' });
  await shown.uncheck();
  expect(await legendTotal(page)).toBe(two);
  await shown.check();
}

async function legendTotal(page: Page): Promise<number> {
  const counts = await page.getByRole('region', { name: 'Legend' }).locator('.number').allTextContents();
  return counts.reduce((sum, count) => sum + Number(count.replaceAll(',', '')), 0);
}

/** Compares the first two runs, in the page and in Node; returns the points of the first. */
async function compare(page: Page, folder: string): Promise<number> {
  const paths = [join(folder, 'one.las'), join(folder, 'two.las')];
  writeFileSync(paths[0], await lasOf(page, 'run 1'));
  writeFileSync(paths[1], await lasOf(page, 'run 2'));
  await page.getByRole('tab', { name: 'YAML' }).press('End');
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByRole('table').waitFor();

  const [one, two] = await Promise.all(paths.map((path) => openCloud(path)));
  const expected = await comparePoints(one, two);
  const count = one.info.pointCount;
  for (const cloud of [one, two]) await cloud.close();
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
  return count;
}

/** Shows one of both clouds, and the other by the key. */
async function showEither(page: Page): Promise<void> {
  const shown = () => Promise.all(['run 1', 'run 2'].map((name) => page.getByRole('checkbox', { name }).isChecked()));
  expect(await shown()).toEqual([true, true]);
  await page.getByRole('button', { name: 'A', exact: true }).click();
  expect(await shown()).toEqual([true, false]);
  await page.keyboard.press('c');
  expect(await shown()).toEqual([false, true]);
  expect(await page.getByLabel('Colour').inputValue()).toBe('distance');
}
