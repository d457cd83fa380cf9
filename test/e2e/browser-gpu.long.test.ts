import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, runPage } from '../support/chromium.js';
import { pointDifferences, withThreeFaults } from '../support/point-differences.js';
import { pointsFrom, scanInNode } from './browser/scan-in-node.js';

const chromium = await findChromium();

describe.skipIf(!chromium)('a page (skipped where there is no Chromium: @sparticuz/chromium, Linux x64)', () => {
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'subray-page-'));
    const root = join(import.meta.dirname, 'browser');
    await build({ root, configFile: false, logLevel: 'error', build: { outDir: folder, emptyOutDir: true } });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('scans on the GPU and gets the points of the CPU, but for rounding', async () => {
    // The GPU needs no shared memory.
    const isolated = false;
    const inPage = pointsFrom(await runPage({ folder, isolated, page: 'index.html?engine=gpu&adapter=software' }));
    expect(inPage.count).toBeGreaterThan(1000);
    const onCpu = pointsFrom(await scanInNode());
    expect(pointDifferences(inPage, onCpu)).toEqual([]);
    expect(pointDifferences(withThreeFaults(inPage), onCpu)).toHaveLength(3);
  });
});
