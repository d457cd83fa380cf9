import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runSurvey } from '../../../src/node-scans.js';
import { loadSurvey } from '../../../src/node-surveys.js';
import { describePages } from '../../support/describe-pages.js';
import { openSmallRoom } from '../../support/journeys/survey-page.js';
import { isLong } from '../../support/long-run.js';
import { onPlainHost, openStudio, savedFile, serveStudio, textOf } from '../../support/studio-page.js';

const { makeSite } = (await import('../../../scripts/studio-site.mjs' as string)) as { makeSite(folder: string): void };

describe('the folder of a site', () => {
  it('has the page with addresses below itself alone, and is never written over others', () => {
    const folder = mkdtempSync(join(tmpdir(), 'site-'));
    makeSite(join(folder, 'site'));
    const page = readFileSync(join(folder, 'site/index.html'), 'utf8');
    const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
    expect(addresses.length).toBeGreaterThan(1);
    for (const address of addresses.filter((known) => !known.startsWith('data:'))) {
      expect(address).toMatch(/^\.\//);
      expect(existsSync(join(folder, 'site', address))).toBe(true);
    }
    writeFileSync(join(folder, 'note.txt'), 'mine');
    expect(() => makeSite(folder)).toThrow(/is not empty: name a new folder/);
    rmSync(folder, { recursive: true });
  });
});

describePages('the studio on any host', () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-runs-'));

  it.runIf(isLong)('works below a path, on a host that sends no headers: it adds them itself', async () => {
    await using server = await serveStudio({ isolated: false, path: '/tools/studio/' });
    await using studio = await openStudio(server.address);
    const { page } = studio;
    await page.waitForFunction('crossOriginIsolated');
    await openSmallRoom(page);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const las = await savedFile(page, () => page.getByRole('button', { name: /^Save room\.las/ }).click());
    expect(las.subarray(0, 4).toString()).toBe('LASF');
    expect(studio.complaints).toEqual([]);
  });

  it('scans with one thread where memory may not be shared, as without https, and says so: the bytes of several', async () => {
    await using server = await serveStudio({ isolated: false });
    await using studio = await openStudio(onPlainHost(server.address));
    const { page } = studio;
    expect(await page.evaluate('[typeof SharedArrayBuffer, typeof navigator.serviceWorker]')).toEqual([
      'undefined',
      'undefined',
    ]);
    await openSmallRoom(page);
    await page.getByText(/scans with one thread here/).waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const las = await savedFile(page, () => page.getByRole('button', { name: /^Save room\.las/ }).click());
    await page.getByRole('tab', { name: 'Log' }).click();
    await page.getByText(/^.*cpu engine: one thread, since this page may not share memory/).waitFor();
    await page.getByText(/points in [\d.]+ s, on the CPU, one thread/).waitFor();

    const file = join(folder, 'room.yaml');
    writeFileSync(file, await textOf(page));
    const { outputs } = await runSurvey(await loadSurvey(file, { outputFolder: folder }), {
      engine: 'cpu',
      threads: 2,
      cache: false,
    });
    expect(outputs[0].points).toBeGreaterThan(10_000);
    expect(las.equals(readFileSync(outputs[0].path))).toBe(true);
    expect(studio.complaints).toEqual([]);
  });
});
