import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunOptions, runSurvey } from '../../src/node-scans.js';
import { loadSurvey } from '../../src/node-surveys.js';
import { findChromium, runPage } from '../support/chromium.js';

const ROOT = resolve(import.meta.dirname, '../..');
const EXAMPLES = readdirSync(join(ROOT, 'examples'))
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => basename(name, '.yaml'));
const TIMEOUT_MS = 600_000;

const textOf = (name: string) => readFileSync(join(ROOT, 'examples', `${name}.yaml`), 'utf8');

/** The examples cut short, for a GPU in software. */
const { cutShort }: { cutShort(name: string): string } = await import(join(ROOT, 'bench/digests.mjs'));

const chromium = await findChromium();

describe.skipIf(!chromium)('a page (skipped where there is no Chromium: @sparticuz/chromium, Linux x64)', () => {
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'subray-page-'));
    const root = join(import.meta.dirname, 'browser/survey');
    await build({ root, configFile: false, logLevel: 'error', build: { outDir: folder, emptyOutDir: true } });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The first output of a survey, written by Node; and the page that writes it again. */
  async function writeInNode(name: string, text: string, options: RunOptions) {
    const file = join(folder, `${name}.yaml`);
    writeFileSync(file, text);
    const survey = await loadSurvey(file, { outputFolder: folder });
    const { outputs } = await runSurvey(survey, { threads: 2, force: true, ...options });
    const page = `index.html?survey=${name}.yaml&output=${basename(outputs[0].path)}`;
    return { points: outputs[0].points, inNode: readFileSync(outputs[0].path), page };
  }

  function expectSame(inPage: Buffer, inNode: Buffer): void {
    expect(inPage.length).toBe(inNode.length);
    expect(inPage.findIndex((byte, k) => byte !== inNode[k])).toBe(-1);
  }

  it.each(EXAMPLES)(
    'writes for examples/%s.yaml the cloud of Node, byte for byte',
    async (name) => {
      const { points, inNode, page } = await writeInNode(name, textOf(name), { engine: 'cpu' });
      expect(points).toBeGreaterThan(10_000);
      expectSame(await runPage({ folder, page, timeoutMs: TIMEOUT_MS }), inNode);
    },
    TIMEOUT_MS,
  );

  it.each(EXAMPLES)(
    'does so on the GPU too, of examples/%s.yaml cut short',
    async (name) => {
      const { points, inNode, page } = await writeInNode(name, cutShort(name), { engine: 'gpu', adapter: 'software' });
      expect(points).toBeGreaterThan(1000);
      const onGpu = `${page}&engine=gpu&adapter=software`;
      expectSame(await runPage({ folder, page: onGpu, timeoutMs: TIMEOUT_MS }), inNode);
    },
    TIMEOUT_MS,
  );
});
