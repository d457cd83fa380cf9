import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generatedSource } from '../../src/procedural/generated-source.js';
import { decodeImage } from '../../src/scene/image/decode-image.js';
import { prepareScene } from '../../src/simulation/node-prepare-scene.js';
import { largePng } from '../scene/image/images.js';
import { findChromium, runPage } from '../support/chromium.js';
import { inLong, isLong } from '../support/long-run.js';
import { digestOfModel, digestsOf, mixedScene, sha256 } from './browser/threads/tree-scenes.js';

/** Times that are measured again: other tests may hold up a page of a machine with two cores. */
const BUSY = 2;

const chromium = await findChromium();

/** Answer of the page to `?ask=QUERY`. */
type Ask = (query: string, isolated?: boolean) => Promise<ReturnType<typeof JSON.parse>>;

describe.skipIf(!chromium)('in a page (skipped where there is no Chromium: @sparticuz/chromium, Linux x64)', () => {
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'subray-page-'));
    const root = join(import.meta.dirname, 'browser/threads');
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      build: { outDir: folder, emptyOutDir: true, reportCompressedSize: false },
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const ask: Ask = async (query, isolated = true) =>
    JSON.parse((await runPage({ folder, isolated, page: `index.html?ask=${query}` })).toString());

  describe('trees', () => testTrees(ask));
  describe('generators and decoders', () => testHelper(ask, (name, bytes) => writeFileSync(join(folder, name), bytes)));
});

function testTrees(ask: Ask): void {
  let inNode: Record<string, string>;
  beforeAll(async () => {
    inNode = await digestsOf(await prepareScene(mixedScene(), { threads: 2, cache: false }));
  });

  it.each([
    ['that shares memory with its workers', 'build', true, 2],
    ['that may not share memory', 'build', false, 2],
    ...inLong<[string, string, boolean, number][]>(
      [
        ['that may start no workers', 'build&refuse', true, 0],
        ['in which the file of the workers is missing', 'build&lose', true, 3],
      ],
      [],
    ),
  ])('are those of Node in a page %s, byte for byte', async (_name, query, isolated, started) => {
    const { workers, digests, told } = await ask(query, isolated);
    expect(digests).toEqual(inNode);
    // The workers of the meshes build the tree of the placements too; one that cannot be loaded is tried again for it.
    expect(workers).toEqual({ started, running: 0 });
    // The ground in four parts, the hill, the pebble.
    expect(told).toHaveLength(6);
  });

  it.runIf(isLong)('are found on the disk of the page by the next scene, unless it is to have no cache', async () => {
    const { first, files, second, without, third, left } = await ask('find');
    expect(files).toHaveLength(2);
    for (const name of files) expect(name).toMatch(/^[0-9a-f]{64}\.bvh$/);
    expect([first.digests, second.digests, without.digests, third.digests]).toEqual(Array(4).fill(inNode));
    // The pebble is built at once; the tree of the placements is never kept.
    expect([first.told.length, second.told.length, without.told.length]).toEqual([6, 1, 6]);
    expect([first.workers.started, second.workers.started, without.workers.started]).toEqual([2, 1, 2]);
    expect(third.told.length).toBeGreaterThan(1);
    expect(left).toEqual(files);
  });

  it.runIf(isLong)('are kept whole where two write the same at once', async () => {
    const { digests, files, next } = await ask('together');
    expect([...digests, next.digests]).toEqual(Array(3).fill(inNode));
    expect([files.length, next.told.length]).toEqual([2, 1]);
  });

  it.runIf(isLong)('do not outgrow their share of the disk: the oldest goes', async () => {
    expect(await ask('limit')).toEqual({ counts: [1, 2, 2], isOldestGone: true });
  });

  it('end within a mesh of a million triangles as soon as its signal asks for it, and leave the page free meanwhile', {
    retry: BUSY,
  }, async () => {
    const { error, running, left, ms, longest, triangles } = await ask('abort');
    expect(triangles).toBeGreaterThan(1e6);
    expect({ error, running, left }).toEqual({ error: 'AbortedError', running: 1, left: 0 });
    expect(ms).toBeLessThan(500);
    expect(longest).toBeLessThan(200);
  });

  it.runIf(isLong)('are built once for all who ask, and go on for others when the first one gives up', async () => {
    const { first, same, told } = await ask('share');
    expect({ first, same }).toEqual({ first: 'AbortedError', same: true });
    expect(told.at(-1)).toBe(125_000);
  });
}

function testHelper(ask: Ask, serve: (name: string, bytes: Uint8Array) => void): void {
  let street: string;
  beforeAll(async () => {
    street = await digestOfModel(await generatedSource('street', { seed: 3, triangles: 400_000 }).generate());
  });

  it.each<[string, string, number]>([
    ['a worker', 'generate', 1],
    ...inLong<[string, string, number][]>(
      [['the calling thread where there are no workers', 'generate&refuse', 0]],
      [],
    ),
  ])('generate a street in %s, that of Node', { retry: BUSY }, async (_name, query, started) => {
    const { longest, digest, workers } = await ask(query);
    expect(digest).toBe(street);
    expect(workers).toEqual({ started, running: 0 });
    if (started > 0) expect(longest).toBeLessThan(200);
  });

  it('decode a large picture in a worker as Node does, and hand on its fault with its place', async () => {
    const picture = largePng(1024);
    serve('large.png', picture);
    serve('damaged.png', largePng(1024, 9));
    const { width, height, texels } = await decodeImage(picture, 'large.png');
    expect(await ask('decode')).toEqual({
      width,
      height,
      digest: await sha256(new Uint8Array(texels)),
      fault: { name: 'UserError', place: { file: 'damaged.png' } },
      workers: { started: 2, running: 0 },
    });
  });

  it('end at once with their signal', async () => {
    expect(await ask('endGenerating')).toEqual({ error: 'AbortedError', running: 0 });
  });
}
