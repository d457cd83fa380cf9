import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { hostBuffers } from '../../src/device/buffers.js';
import { SHADER_HEADS, SHADER_TEXTS } from '../../src/engine/gpu/shader-texts.generated.js';
import * as subray from '../../src/index.js';
import { WRITERS } from '../../src/loaders.js';
import { inspectScene, runSurvey } from '../../src/node-scans.js';
import { loadSurvey } from '../../src/node-surveys.js';
import type { Scene } from '../../src/scene/scene.js';
import { gridMesh, rowsIn } from '../loaders/meshes.js';
import { cheapPlaces, cheapShaders } from '../support/cheap-shaders.js';
import { findChromium, runPage } from '../support/chromium.js';
import { isLong } from '../support/long-run.js';
import { findings } from './browser/inspect/findings.js';
import { pointsFrom, scanInNode } from './browser/scan-in-node.js';

const chromium = await findChromium();

/** Buffers of the GPU that a scan fills; the others are the scene's. */
const OF_A_SCAN: readonly string[] = ['chunk', 'doubts', ...hostBuffers('run'), ...hostBuffers('leg')];

const ROOT = resolve(import.meta.dirname, '../..');

/** Bundles a page as a user would; `alias`: places of packages that cannot be found from its folder. */
const bundle = (root: string, outDir: string, alias: Record<string, string> = {}, plugins: Plugin[] = []) =>
  build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins,
    resolve: { alias },
    build: { outDir, emptyOutDir: true, reportCompressedSize: false },
  });

/** Passes that a software GPU compiles at once, for a page whose uploads are counted. */
const CHEAP_PASSES: Plugin = {
  name: 'cheap-passes',
  transform: (_, id) => {
    if (!id.endsWith('/shader-texts.generated.js')) return undefined;
    const cheap = { SHADER_HEADS, SHADER_TEXTS: cheapPlaces(cheapShaders({ SHADER_TEXTS })).SHADER_TEXTS };
    return Object.entries(cheap)
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`)
      .join('');
  },
};

/** examples/quickstart.yaml with a quarter of its pulses and a tenth of its triangles. */
const smallQuickstart = () =>
  readFileSync(join(ROOT, 'examples/quickstart.yaml'), 'utf8')
    .replaceAll(/Step: 0.2\b/g, 'Step: 0.4')
    .replace('triangles: 400000', 'triangles: 40000');

/** Place of the first difference of two files, and their lengths; undefined if they are the same. */
const firstDifference = (ours: Buffer, theirs: Uint8Array) =>
  ours.equals(theirs)
    ? undefined
    : { at: ours.findIndex((byte, k) => byte !== theirs[k]), lengths: [ours.length, theirs.length] };

/** Writes the page of docs/browser.md, which in the end posts its text, to `folder`. */
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
    const { count, instance } = pointsFrom(inNode);
    expect(count).toBeGreaterThan(1000);
    expect([...new Set(instance)].sort()).toEqual([1, 2, 3]);
    expect(firstDifference(inPage, inNode)).toBeUndefined();
  });

  it('writes and reads clouds by loaders.gl with the bytes of Node', async () => {
    const out = join(folder, 'loaders');
    await bundle(join(import.meta.dirname, 'browser/loaders'), out);
    const results = JSON.parse((await runPage({ folder: out, page: 'index.html' })).toString());
    const expected = Object.entries(WRITERS).map(async ([name, writer]) => {
      const bytes = await writer.encode(gridMesh(), { subray: { created: new Date(0) } });
      return [name, name, rowsIn(name), [...createHash('sha256').update(new Uint8Array(bytes)).digest()]];
    });
    expect(results).toEqual(await Promise.all(expected));
  });

  // With the shaders of the GPU as they are, which compile for half a minute: browser-gpu.long.test.ts.
  it.each([
    ['cpu', 'index.html?engine=cpu'],
    ['gpu', 'index.html?engine=gpu&adapter=software'],
  ])('scans a scene that is open again without another upload, worker or shader (%s)', async (engine, page) => {
    const out = join(folder, 'again');
    if (!existsSync(out)) await bundle(join(import.meta.dirname, 'browser/again'), out, {}, [CHEAP_PASSES]);
    const { first, second, same } = JSON.parse((await runPage({ folder: out, page })).toString());
    expect(same).toBe(true);
    // One of them builds the trees.
    if (engine === 'cpu') expect(first).toMatchObject({ workers: 3, devices: 0 });
    else expect(first).toMatchObject({ workers: 1, devices: 1, shaders: expect.toSatisfy((count) => count > 3) });
    expect(second).toMatchObject({ workers: 0, memories: 0, devices: 0, shaders: 0 });
    expect(second.uploads.filter((name: string) => !OF_A_SCAN.includes(name))).toEqual([]);
  });

  it('takes the CPU by itself where the adapter is a software one, and says so where it is to take the GPU', async () => {
    const [inPage, inNode] = await Promise.all([runPage({ folder }), scanInNode()]);
    expect(inPage.equals(inNode)).toBe(true);
    const refused = runPage({ folder, page: 'index.html?engine=gpu' });
    await expect(refused).rejects.toThrow("there is no hardware GPU: 'SwiftShader' is a software adapter");
  });

  it.runIf(isLong)('returns them with one thread where it may not share memory', async () => {
    const run = { folder, isolated: false, page: 'index.html?engine=cpu' };
    const [inPage, inNode] = await Promise.all([runPage(run), scanInNode()]);
    expect(inPage.equals(inNode)).toBe(true);
  });

  it.runIf(isLong)('explains pulses as Node does, also where it may not share memory', async () => {
    const out = join(folder, 'inspect');
    await bundle(join(import.meta.dirname, 'browser/inspect'), out);
    const inPage = JSON.parse((await runPage({ folder: out, isolated: false })).toString());
    const inspect = (scene: Scene) => inspectScene(scene, { cache: false });
    // Types of dist/ and of src are the same ones twice.
    const functions = { ...subray, inspectScene: inspect } as unknown as Parameters<typeof findings>[0];
    const inNode = await findings(functions, nodeFiles);
    expect(inNode.traces.length).toBeGreaterThan(10);
    expect(inNode.traces.some(({ returns }) => returns.points.count > 0)).toBe(true);
    expect(inPage).toEqual(JSON.parse(JSON.stringify(inNode)));
  });

  // The page as it stands, and all other examples: browser-examples.long.test.ts.
  it.runIf(isLong)(
    'runs the text of a small examples/quickstart.yaml and writes the LAS of Node, byte for byte',
    async () => {
      const out = join(folder, 'survey');
      await bundle(join(import.meta.dirname, 'browser/survey'), out);
      const file = join(out, 'quickstart.yaml');
      writeFileSync(file, smallQuickstart());
      const inPage = await runPage({ folder: out, page: 'index.html?survey=quickstart.yaml&output=quickstart.laz' });
      const survey = await loadSurvey(file, { outputFolder: folder });
      const { outputs } = await runSurvey(survey, { engine: 'cpu', threads: 2, cache: false });
      expect(outputs[0].points).toBeGreaterThan(100_000);
      expect(firstDifference(inPage, readFileSync(outputs[0].path))).toBeUndefined();
    },
  );

  it('runs as docs/browser.md shows it', async () => {
    const [source, out] = [join(folder, 'source'), join(folder, 'documented')];
    mkdirSync(source);
    writeDocumented(source);
    await bundle(source, out, { 'subray/browser': join(ROOT, 'dist/browser.js') });
    expect((await runPage({ folder: out })).toString()).toMatch(/^\d{5,} points of floor and wall$/);
  });
});
