import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createScene, type PointBatch, readScanner } from 'subray/browser';
import { build, type Plugin } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPointBatch } from '../../src/cloud/point-batch.js';
import { hostBuffers } from '../../src/device/buffers.js';
import { SHADER_TEXTS } from '../../src/engine/gpu/shader-texts.generated.js';
import type { EngineRequest } from '../../src/simulation/engines/choose-engine.js';
import { nodeMachine } from '../../src/simulation/node-machine.js';
import { runSurvey } from '../../src/simulation/node-run-survey.js';
import { scan } from '../../src/simulation/scan.js';
import { loadSurvey } from '../../src/survey/node-load-survey.js';
import { cheapRays } from '../support/cheap-shaders.js';
import { findChromium, runPage } from '../support/chromium.js';
import { compileAtOnce } from '../support/compile-at-once.js';
import '../support/rest-while-waiting.mjs';
import { bytesOf, EXAMPLE_SCANNER, EXAMPLE_SETTINGS, exampleObjects } from './browser/example-scan.js';

compileAtOnce();
const chromium = await findChromium();
const hasSoftwareVulkan = process.env.VK_ICD_FILENAMES?.includes('swiftshader') ?? false;

/** The same scan in Node. */
async function scanInNode(request: EngineRequest = { engine: 'cpu' }): Promise<PointBatch[]> {
  const settings = { scene: createScene(exampleObjects()), scanner: readScanner(EXAMPLE_SCANNER), ...EXAMPLE_SETTINGS };
  const batches: PointBatch[] = [];
  for await (const batch of scan(settings, { machine: nodeMachine, ...request, threads: 2, cache: false }))
    batches.push(batch);
  return batches;
}

/** Buffers of the GPU that a scan fills; the others are the scene's. */
const OF_A_SCAN: readonly string[] = ['chunk', ...hostBuffers('run'), ...hostBuffers('leg')];

/** All points of what `bytesOf` has written, as one batch. */
function pointsFrom(bytes: Uint8Array): PointBatch {
  const bytesEach = bytesOf([createPointBatch(1)]).length;
  expect(bytes.length % bytesEach).toBe(0);
  const points = createPointBatch(bytes.length / bytesEach);
  let at = 0;
  for (const column of Object.values(points).filter((value) => ArrayBuffer.isView(value))) {
    new Uint8Array(column.buffer).set(bytes.subarray(at, at + column.byteLength));
    at += column.byteLength;
  }
  return points;
}

/** What may differ only by rounding: largest difference, metres; or as a share of the value. */
const RANGE_TOLERANCE = 1e-3;
const ENERGY_TOLERANCE = 1e-3;

const SAME = [
  'returnNumber',
  'returnCount',
  'pointSourceId',
  'instance',
  'material',
  'semantic',
  'classification',
] as const;

/** Says in words where `ours` has other points than `theirs`; an empty list where they are the same but for rounding. */
function differences(ours: PointBatch, theirs: PointBatch): string[] {
  if (ours.count !== theirs.count) return [`${ours.count} points, not ${theirs.count}`];
  const found: string[] = [];
  for (let i = 0; i < ours.count; i++) {
    for (const name of SAME)
      if (ours[name][i] !== theirs[name][i]) found.push(`point ${i}: ${name} ${ours[name][i]}, not ${theirs[name][i]}`);
    const place = Math.hypot(ours.x[i] - theirs.x[i], ours.y[i] - theirs.y[i], ours.z[i] - theirs.z[i]);
    const away = Math.max(Math.abs(ours.range[i] - theirs.range[i]), place);
    if (!(away <= RANGE_TOLERANCE)) found.push(`point ${i}: ${away} m away`);
    const share = Math.abs(ours.energy[i] - theirs.energy[i]) / theirs.energy[i];
    if (!(share <= ENERGY_TOLERANCE)) found.push(`point ${i}: energy differs by ${share}`);
  }
  return found;
}

const ROOT = resolve(import.meta.dirname, '../..');

/** Bundles a page as a user would; `alias`: where packages are that cannot be found from its folder. */
const bundle = (root: string, outDir: string, alias: Record<string, string> = {}, plugins: Plugin[] = []) =>
  build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins,
    resolve: { alias },
    build: { outDir, emptyOutDir: true },
  });

/** Pulses that a software GPU compiles at once, for a page of which uploads are counted. */
const CHEAP_PULSES: Plugin = {
  name: 'cheap-pulses',
  transform: (_, id) => {
    if (!id.endsWith('/shader-texts.generated.js')) return undefined;
    return `export const SHADER_TEXTS = ${JSON.stringify(cheapRays({ SHADER_TEXTS }).SHADER_TEXTS)};`;
  },
};

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
    const [inPage, inNode] = await Promise.all([runPage({ folder, page: 'index.html?engine=cpu' }), scanInNode()]);
    const points = inNode.reduce((sum, { count }) => sum + count, 0);
    const objects = new Set(inNode.flatMap(({ instance }) => [...instance]));
    expect(points).toBeGreaterThan(1000);
    expect([...objects].sort()).toEqual([1, 2, 3]);
    const expected = bytesOf(inNode);
    expect(inPage.length).toBe(expected.length);
    expect(inPage.findIndex((byte, k) => byte !== expected[k])).toBe(-1);
  });

  it('scans on the GPU and gets the points of the CPU, and of the GPU in Node, but for rounding', async () => {
    // The GPU needs no shared memory.
    const isolated = false;
    const inPage = pointsFrom(await runPage({ folder, isolated, page: 'index.html?engine=gpu&adapter=software' }));
    expect(inPage.count).toBeGreaterThan(1000);
    const onCpu = pointsFrom(bytesOf(await scanInNode()));
    expect(differences(inPage, onCpu)).toEqual([]);
    if (hasSoftwareVulkan) {
      const inNode = pointsFrom(bytesOf(await scanInNode({ engine: 'gpu', adapter: 'software' })));
      expect(differences(inPage, inNode)).toEqual([]);
    }
    // A comparison that nothing could fail would say nothing.
    inPage.range[7] += 2 * RANGE_TOLERANCE;
    inPage.instance[8]++;
    inPage.energy[9] *= 1 + 2 * ENERGY_TOLERANCE;
    expect(differences(inPage, onCpu)).toHaveLength(3);
  });

  it.each([
    ['cpu', 'index.html?engine=cpu'],
    ['gpu', 'index.html?engine=gpu&adapter=software'],
  ])('scans a scene that is open again without another upload, worker or shader (%s)', async (engine, page) => {
    const out = join(folder, 'again');
    await bundle(join(import.meta.dirname, 'browser/again'), out, {}, [CHEAP_PULSES]);
    const { first, second, same } = JSON.parse((await runPage({ folder: out, page })).toString());
    expect(same).toBe(true);
    if (engine === 'cpu') expect(first).toMatchObject({ workers: 2, devices: 0 });
    else expect(first).toMatchObject({ workers: 0, devices: 1, shaders: expect.toSatisfy((count) => count > 3) });
    expect(second).toMatchObject({ workers: 0, memories: 0, devices: 0, shaders: 0 });
    expect(second.uploads.filter((name: string) => !OF_A_SCAN.includes(name))).toEqual([]);
  });

  it('takes the CPU by itself where the adapter is a software one, and says so where it is to take the GPU', async () => {
    const [inPage, inNode] = await Promise.all([runPage({ folder }), scanInNode()]);
    expect(inPage.equals(bytesOf(inNode))).toBe(true);
    const refused = runPage({ folder, page: 'index.html?engine=gpu' });
    await expect(refused).rejects.toThrow("there is no hardware GPU: 'SwiftShader' is a software adapter");
  });

  it('says what is missing where it may not share memory', async () => {
    await expect(runPage({ folder, isolated: false, page: 'index.html?engine=cpu' })).rejects.toThrow(
      /shares memory with its workers.*not allowed/,
    );
  });

  it('runs examples/quickstart.yaml from its text and writes the LAS of Node, byte for byte', async () => {
    const out = join(folder, 'survey');
    await bundle(join(import.meta.dirname, 'browser/survey'), out);
    copyFileSync(join(ROOT, 'examples/quickstart.yaml'), join(out, 'quickstart.yaml'));
    const page = 'index.html?survey=quickstart.yaml&output=quickstart.las';
    const inPage = await runPage({ folder: out, page, timeoutMs: 300_000 });
    const survey = await loadSurvey(join(ROOT, 'examples/quickstart.yaml'), { outputFolder: folder });
    const { outputs } = await runSurvey(survey, { engine: 'cpu', threads: 2, cache: false });
    const inNode = readFileSync(outputs[0].path);
    expect(outputs[0].points).toBeGreaterThan(100_000);
    expect(inPage.length).toBe(inNode.length);
    expect(inPage.findIndex((byte, k) => byte !== inNode[k])).toBe(-1);
  }, 400_000);

  it('runs as docs/browser.md shows it', async () => {
    const [source, out] = [join(folder, 'source'), join(folder, 'documented')];
    mkdirSync(source);
    writeDocumented(source);
    await bundle(source, out, { 'subray/browser': join(ROOT, 'dist/browser.js') });
    expect((await runPage({ folder: out })).toString()).toMatch(/^\d{5,} points of floor and wall$/);
  });
});
