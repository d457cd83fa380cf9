import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createPointBatch } from '../../../src/cloud/point-batch.js';
import { openCloud } from '../../../src/node-clouds.js';
import { areaOf, EDGES } from '../../../studio/plot/draw-plot.js';
import { fitFrame } from '../../../studio/plot/plot-frame.js';
import { cloudOf } from '../../io/opened/cloud-of.js';
import type { SampleBox } from '../../io/sample-cloud.js';
import { describePages } from '../../support/describe-pages.js';
import { openSmallStreet } from '../../support/journeys/survey-page.js';
import { isLong } from '../../support/long-run.js';
import { openStudio, savedFile, serveStudio } from '../../support/studio-page.js';

const PLACE = { 'From x': -20, 'From y': -3, 'To x': 20, 'To y': 5, Width: 0.8, Highest: 9.5 };

/** Types numbers in a part of the page. */
async function typeNumbers(page: Page, part: string, numbers: Readonly<Record<string, number>>): Promise<void> {
  for (const [name, value] of Object.entries(numbers)) {
    const field = page.getByRole('region', { name: part, exact: true }).getByRole('textbox', { name, exact: true });
    await field.fill(String(value));
    await field.press('Enter');
  }
}

const cut = (page: Page, place: Readonly<Record<string, number>>) => typeNumbers(page, 'Place of the section', place);

/** Places of points along the typed section, by their angles: those between its planes. */
async function bruteForce(path: string): Promise<{ along: number; height: number }[]> {
  const [dx, dy] = [PLACE['To x'] - PLACE['From x'], PLACE['To y'] - PLACE['From y']];
  const [length, heading] = [Math.hypot(dx, dy), Math.atan2(dy, dx)];
  const cloud = await openCloud(path);
  const found: { along: number; height: number }[] = [];
  for await (const { count, x, y, z } of cloud.batches())
    for (let i = 0; i < count; i++) {
      const [u, v] = [x[i] - PLACE['From x'], y[i] - PLACE['From y']];
      const [far, angle] = [Math.hypot(u, v), Math.atan2(v, u) - heading];
      const along = far * Math.cos(angle);
      const isBetween = Math.abs(far * Math.sin(angle)) <= PLACE.Width / 2 && along >= 0 && along <= length;
      if (isBetween && z[i] <= PLACE.Highest) found.push({ along, height: z[i] });
    }
  await cloud.close();
  return found;
}

describePages('a section in the studio', () => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-'));

  it('has the points between its planes, measures by the keyboard, and saves CSV and PNG', async () => {
    await using server = await serveStudio();
    await using studio = await openStudio(server.address);
    const { page } = studio;
    await openSmallStreet(page, 0.65);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const path = join(folder, 'street.las');
    writeFileSync(path, await savedFile(page, () => page.getByRole('button', { name: /^Save street\.las/ }).click()));
    const expected = await bruteForce(path);
    expect(expected.length).toBeGreaterThan(500);

    await page.getByRole('tab', { name: 'Section' }).click();
    await cut(page, PLACE);
    await page.getByText(`${expected.length.toLocaleString('en')} points · 40.792 m long`).waitFor();

    const csv = await savedFile(page, () => page.getByRole('button', { name: 'Save CSV' }).click());
    const [head, ...lines] = csv.toString().trimEnd().split('\n');
    expect(head).toMatch(/^number,along \[m\],across \[m\],/);
    expect(lines.length).toBe(expected.length);
    const png = await savedFile(page, () => page.getByRole('button', { name: 'Save PNG' }).click());
    expect(png.subarray(1, 4).toString()).toBe('PNG');

    // The plot has the height that the arrows of the splitter give to its dock.
    const splitter = page.getByRole('separator', { name: 'Height of the part below the view' });
    const heightOfPlot = async () => (await page.locator('.plot canvas').boundingBox())?.height ?? 0;
    const [before, share] = [await heightOfPlot(), Number(await splitter.getAttribute('aria-valuenow'))];
    for (let k = 0; k < 5; k++) await splitter.press('ArrowUp');
    expect(Number(await splitter.getAttribute('aria-valuenow'))).toBeCloseTo(share + 10, -0.5);
    await expect.poll(heightOfPlot).toBeGreaterThan(before + 40);

    // Enter takes the point that is nearest to the cross, which begins in the middle.
    const plot = page.getByRole('application', { name: /^Plot of the section/ });
    await plot.press('Enter');
    for (let k = 0; k < 20; k++) await plot.press('ArrowRight');
    await plot.press('Enter');
    const text = (await page.getByLabel('Measured in the plot').textContent()) ?? '';
    const [straight, along, height] = [...text.matchAll(/-?[\d.]+(?= m)/g)].map(Number);
    expect(along).toBeGreaterThan(1);
    expect(Math.abs(Math.hypot(along, height) - straight)).toBeLessThan(0.002);

    // A cloud in map coordinates is far from the street: the view goes to it, and Home from one to the other.
    const notice = page.getByRole('status');
    await addFile(page, 'posts.las', await twoPosts(join(folder, 'far')));
    await notice.filter({ hasText: 'posts.las was out of view, 5,423 km away' }).waitFor();
    await page.keyboard.press('Home');
    await notice.filter({ hasText: 'Home goes from one to the next' }).waitFor();
    expect(studio.complaints).toEqual([]);
  });

  it.runIf(isLong)(
    'shows a LAS beside an empty scene, measures in it to the centimetre, and says what cannot be read',
    async () => {
      await using server = await serveStudio();
      await using studio = await openStudio(server.address);
      const { page } = studio;
      const las = await twoPosts(join(folder, 'posts'));
      await page.getByRole('button', { name: /^Empty scene/ }).click();
      await addFile(page, 'posts.las', las);
      await page.getByText('18 points').first().waitFor();
      await addFile(page, 'broken.laz', las.subarray(0, 100));
      await page.getByRole('alert').filter({ hasText: 'broken.laz' }).waitFor();
      expect(await page.getByRole('checkbox', { name: 'broken.laz' }).count()).toBe(0);

      await page.getByRole('tab', { name: 'Section' }).click();
      await cut(page, { 'From x': EAST - 1, 'From y': NORTH, 'To x': EAST + 7, 'To y': NORTH });
      await page.getByText('18 points · 8.000 m long').waitFor();
      const canvas = page.getByRole('application').locator('canvas');
      const size = (await canvas.boundingBox()) as { width: number; height: number };
      const frame = fitFrame({ min: { x: 1, y: 0 }, max: { x: 7, y: 5 } }, areaOf(size), 1);
      // Some pixels beside the tops of both posts.
      for (const [along, height] of [
        [1, 2],
        [7, 5],
      ]) {
        const x = EDGES.left + (along - frame.left) / frame.perPixelX + 2;
        const y = size.height - EDGES.bottom - (height - frame.bottom) / frame.perPixelY - 2;
        await canvas.click({ position: { x, y } });
      }
      const measured = page.getByLabel('Measured in the plot');
      expect(await measured.textContent()).toBe('6.708 m · along 6.000 m · height 3.000 m');

      await addFile(page, 'flight.laz', readFileSync(join(import.meta.dirname, '../../io/fixtures/format-1.laz')));
      await page.getByText('1,247 points').first().waitFor();

      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^Measure/ }).click();
      const [from, to] = [
        { 'From x': EAST, 'From y': NORTH, 'From z': 0 },
        { 'To x': EAST + 3, 'To y': NORTH - 4, 'To z': 12 },
      ];
      await typeNumbers(page, 'Measure', { ...from, ...to });
      expect(await page.getByLabel('Measured', { exact: true }).textContent()).toBe(
        '13.000 m · horizontal 5.000 m · height 12.000 m',
      );
      expect(studio.complaints).toEqual([]);
    },
  );
});

const [EAST, NORTH] = [500_000, 5_400_000];

/** A LAS file of two posts, 6 m apart, 2 m and 5 m high, with a point every half metre. */
async function twoPosts(stem: string): Promise<Buffer> {
  const batch = createPointBatch(18);
  for (let i = 0; i < 18; i++) {
    const isRight = i >= 7;
    batch.x[i] = EAST + (isRight ? 6 : 0);
    batch.y[i] = NORTH;
    batch.returnNumber[i] = batch.returnCount[i] = 1;
    batch.z[i] = isRight ? (i - 7) / 2 : Math.min(2, i / 2);
  }
  const box: SampleBox = { min: [EAST, NORTH, 0], max: [EAST + 6, NORTH, 5] };
  await (await cloudOf(batch, stem, 'las', box)).close();
  return readFileSync(`${stem}.las`);
}

/** Adds a file by the dialog. */
async function addFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByRole('button', { name: 'Add to the scene' }).click();
  await page.getByLabel('Choose files').setInputFiles([{ name, mimeType: 'application/octet-stream', buffer }]);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
