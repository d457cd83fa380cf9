import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createWebFiles } from '../../../src/base/files/web-files.js';
import { openCloud } from '../../../src/io/opened/open-cloud.js';
import { describePages } from '../../support/describe-pages.js';
import { openStudio, savedFile, serveStudio } from '../../support/studio-page.js';

/** Clicks places of the view until one has a point, and gives its number. */
async function choosePoint(page: Page): Promise<number> {
  const canvas = page.getByRole('main').locator('canvas');
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  const box = (await canvas.boundingBox())!;
  for (let k = 0; k < 40; k++) {
    const position = {
      x: box.width * (0.15 + 0.3 * ((k * 0.618) % 1)),
      y: box.height * (0.4 + 0.4 * ((k * 0.381) % 1)),
    };
    await canvas.click({ position });
    const heading = inspector.getByRole('heading', { name: /^Point [\d,]+$/ });
    if (
      await heading.waitFor({ timeout: 6000 }).then(
        () => true,
        () => false,
      )
    )
      return Number((await heading.innerText()).replaceAll(/\D/g, ''));
  }
  throw new Error('no click met a point');
}

/** The facts of the inspector by their names. */
async function factsOf(page: Page): Promise<Record<string, string>> {
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  const [names, texts] = await Promise.all(['dt', 'dd'].map((tag) => inspector.locator(tag).allInnerTexts()));
  return Object.fromEntries(names.map((name, k) => [name, texts[k]]));
}

const numberIn = (text: string): number => Number(/-?[\d.]+(e-?\d+)?/.exec(text.replaceAll(',', ''))?.[0]);

describePages('why a point is there', () => {
  it('says of a clicked point what its file says, fires its pulse again, and draws its waveform', async () => {
    await using server = await serveStudio();
    await using studio = await openStudio(server.address);
    const { page } = studio;
    await page.getByRole('button', { name: /^Room/ }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const las = await savedFile(page, () => page.getByRole('button', { name: /^Save room\.las/ }).click());
    const point = await choosePoint(page);

    const files = createWebFiles({ sources: { 'room.las': new Blob([las as Uint8Array<ArrayBuffer>]) } });
    const cloud = await openCloud('room.las', { files });
    const record = new Map((await cloud.record(point)).values.map(({ name, value }) => [name, value as number]));
    const facts = await factsOf(page);
    expect(numberIn(facts.x)).toBeCloseTo(record.get('x')!, 4);
    expect(numberIn(facts.y)).toBeCloseTo(record.get('y')!, 4);
    expect(numberIn(facts.z)).toBeCloseTo(record.get('z')!, 4);
    expect(numberIn(facts.Intensity)).toBe(record.get('intensity'));
    expect(facts.Class).toContain(`(${record.get('classification')})`);
    expect(numberIn(facts.Time)).toBeCloseTo(record.get('gps_time')!, 5);
    expect(numberIn(facts.Range)).toBeCloseTo(record.get('range')!, 3);

    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    await inspector.getByText(/^Pulse [\d,]+ of middle/).waitFor();
    const ranges = await inspector.locator('.waveform .return-range').allTextContents();
    expect(ranges.length).toBe(record.get('number_of_returns'));
    // The waveform shows the origin of the light; the file has the range with the noise of the instrument.
    const nearest = Math.min(...ranges.map((text) => Math.abs(numberIn(text) - record.get('range')!)));
    expect(nearest).toBeLessThan(0.03);
    expect(studio.complaints).toEqual([]);
  });
});
