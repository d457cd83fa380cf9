import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describePages } from '../../support/describe-pages.js';
import { cloudRow, openSmallStreet, run } from '../../support/journeys/survey-page.js';
import { bytesOfKind, chromiumProcesses } from '../../support/process-memory.js';
import { openStudio, serveStudio, textOf, typeText } from '../../support/studio-page.js';

const MB = 1e6;
/**
 * Allowed growth of the page and its workers from the third run to the tenth: the allocators' reserves differ by as
 * much.
 */
const SLACK = 40 * MB;

/** Bytes of the page with its workers, and of the GPU's process, once unreachable memory is collected. */
async function memoryOf(page: Page): Promise<{ page: number; gpu: number }> {
  for (let k = 0; k < 3; k++) {
    await page.evaluate('gc()');
    // A worker may end meanwhile.
    for (const worker of page.workers()) await worker.evaluate('gc()').catch(() => {});
    await page.waitForTimeout(300);
  }
  const processes = chromiumProcesses();
  return { page: bytesOfKind(processes, 'renderer'), gpu: bytesOfKind(processes, 'gpu-process') };
}

/** The number of points of a run, as its row says it, such as 2.26 M. */
const countOf = (page: Page, name: string) =>
  cloudRow(page, name)
    .getByText(/ points$/)
    .textContent();

/** Prints for a manual run. */
const say = (text: string) => process.stdout.write(`${text}\n`);

const inMb = (bytes: number) => `${(bytes / MB).toFixed(0)} MB`;

describePages('memory of the studio', () => {
  it('does not grow with runs that are removed', async () => {
    await using server = await serveStudio();
    await using studio = await openStudio(server.address);
    const { page } = studio;
    const street = await openSmallStreet(page);
    await typeText(page, street.replaceAll('1.3', '0.4'));
    const found: { page: number; gpu: number }[] = [];
    for (let k = 1; k <= 10; k++) {
      await run(page, `run ${k}`);
      if (k === 1) say(`${await countOf(page, 'run 1')} a run`);
      await page.waitForTimeout(1000);
      await page.getByRole('button', { name: `Remove run ${k}`, exact: true }).click();
      await cloudRow(page, `run ${k}`).waitFor({ state: 'detached' });
      found.push(await memoryOf(page));
      say(`after run ${k}: page ${inMb(found[k - 1].page)}, GPU ${inMb(found[k - 1].gpu)}`);
    }
    expect(found[9].page).toBeLessThan(found[2].page + SLACK);
    expect(found[9].gpu).toBeLessThan(found[2].gpu + SLACK);
    expect(studio.complaints).toEqual([]);
  });

  it('is within its budget with ten million points', async () => {
    await using server = await serveStudio();
    await using studio = await openStudio(server.address);
    const { page } = studio;
    await page.getByRole('button', { name: /^Street/ }).click();
    const street = await textOf(page);
    await page.getByText(/^[\d,]+ triangles$/).waitFor();
    say(`before a run: page ${inMb((await memoryOf(page)).page)}`);
    for (const [name, step] of [
      ['run 1', '0.16'],
      ['run 2', '0.07'],
    ]) {
      await typeText(page, street.replaceAll('0.65', step));
      await page.getByRole('button', { name: 'Run', exact: true }).click({ timeout: 600_000 });
      const save = cloudRow(page, name).getByRole('button', { name: /^Save / });
      await save.waitFor({ timeout: 1_200_000 });
      await page.waitForTimeout(20_000);
      const { page: bytes, gpu } = await memoryOf(page);
      say(`${await countOf(page, name)}: page ${inMb(bytes)}, GPU ${inMb(gpu)}`);
      expect(bytes).toBeLessThan(400 * MB);
      await page.getByRole('button', { name: `Remove ${name}` }).click();
    }
  });
});
