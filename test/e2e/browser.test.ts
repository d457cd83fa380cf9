import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createScene, type PointBatch, readScanner } from 'subray/browser';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine } from '../../src/simulation/node-engine.js';
import { prepareScene } from '../../src/simulation/prepare-scene.js';
import { resolveScan } from '../../src/simulation/resolve-scan.js';
import { tracePoints } from '../../src/simulation/trace-points.js';
import { findChromium, runPage } from '../support/chromium.js';
import { bytesOf, EXAMPLE_SCANNER, EXAMPLE_SETTINGS, exampleObjects } from './browser/example-scan.js';

const chromium = await findChromium();

/** The same scan in Node. */
async function scanInNode(): Promise<PointBatch[]> {
  const scene = createScene(exampleObjects());
  const plan = resolveScan({ scanner: readScanner(EXAMPLE_SCANNER), ...EXAMPLE_SETTINGS });
  const engine = await createEngine(plan, await prepareScene(scene, { cache: false }), { threads: 2 });
  const batches: PointBatch[] = [];
  try {
    for await (const batch of tracePoints(engine, plan, scene)) batches.push(batch);
  } finally {
    await engine.close();
  }
  return batches;
}

const ROOT = resolve(import.meta.dirname, '../..');

/** Bundles a page as a user would; `alias`: where packages are that cannot be found from its folder. */
const bundle = (root: string, outDir: string, alias: Record<string, string> = {}) =>
  build({ root, configFile: false, logLevel: 'error', resolve: { alias }, build: { outDir, emptyOutDir: true } });

/** Writes the page that docs/browser.md shows, which posts in the end what it shows, to `folder`. */
function writeDocumented(folder: string): void {
  const page = readFileSync(join(ROOT, 'docs/browser.md'), 'utf8');
  const block = (name: string) => new RegExp(`^\`${name}\`.*\\n\\n\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``, 'm').exec(page)![1];
  const post = `await fetch('/result', { method: 'POST', body: document.body.textContent });`;
  writeFileSync(join(folder, 'index.html'), block('index.html'));
  writeFileSync(join(folder, 'scan.js'), `${block('scan.js')}\n${post}`);
}

describe.skipIf(!chromium)('a page (skipped where there is no Chromium: @sparticuz/chromium, Linux x64)', () => {
  let folder = '';

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'subray-page-'));
    await bundle(join(import.meta.dirname, 'browser'), folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is bundled with worker and kernel as files of their own', () => {
    const assets = readdirSync(join(folder, 'assets'));
    expect(assets).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^web-worker-.*\.js$/),
        expect.stringMatching(/^subray-.*\.wasm$/),
      ]),
    );
  });

  it('scans in web workers and gets the points of Node, byte for byte', async () => {
    const [inPage, inNode] = await Promise.all([runPage({ folder }), scanInNode()]);
    const points = inNode.reduce((sum, { count }) => sum + count, 0);
    const objects = new Set(inNode.flatMap(({ instance }) => [...instance]));
    expect(points).toBeGreaterThan(1000);
    expect([...objects].sort()).toEqual([1, 2, 3]);
    const expected = bytesOf(inNode);
    expect(inPage.length).toBe(expected.length);
    expect(inPage.findIndex((byte, k) => byte !== expected[k])).toBe(-1);
  });

  it('says what is missing where it may not share memory', async () => {
    await expect(runPage({ folder, isolated: false })).rejects.toThrow(/shares memory with its workers.*not allowed/);
  });

  it('runs as docs/browser.md shows it', async () => {
    const [source, out] = [join(folder, 'source'), join(folder, 'documented')];
    mkdirSync(source);
    writeDocumented(source);
    await bundle(source, out, { 'subray/browser': join(ROOT, 'dist/browser.js') });
    expect((await runPage({ folder: out })).toString()).toMatch(/^\d{5,} points of floor and wall$/);
  });
});
