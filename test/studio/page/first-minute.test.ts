import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runSurvey } from '../../../src/node-scans.js';
import { loadSurvey } from '../../../src/node-surveys.js';
import { describePages } from '../../support/describe-pages.js';
import { openStudio, savedFile, serveStudio } from '../../support/studio-page.js';

describePages('the first minute in the studio', () => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-'));

  it('opens a street, scans it, shows the classes and saves the LAS of subray run', async () => {
    await using server = await serveStudio();
    await using studio = await openStudio(server.address);
    const { page } = studio;
    await page.getByRole('button', { name: /^Street/ }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const las = await savedFile(page, () => page.getByRole('button', { name: /^Save street\.las/ }).click());
    await page.locator('summary', { hasText: '1 file beside' }).press('Enter');
    const labels = await savedFile(page, () =>
      page.getByRole('button', { name: /^Save street\.labels\.json/ }).click(),
    );
    const file = join(folder, 'street.yaml');
    writeFileSync(file, await savedFile(page, () => page.getByRole('button', { name: 'Save', exact: true }).click()));
    expect(studio.complaints).toEqual([]);

    const survey = await loadSurvey(file, { outputFolder: folder });
    const { outputs } = await runSurvey(survey, { engine: 'cpu', threads: 2, cache: false });
    expect(outputs[0].points).toBeGreaterThan(100_000);
    expect(las.equals(readFileSync(outputs[0].path))).toBe(true);
    expect(labels.equals(readFileSync(join(folder, 'street.labels.json')))).toBe(true);
  });
});
