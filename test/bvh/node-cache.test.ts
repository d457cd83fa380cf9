import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SILENT_LOG } from '../../src/base/log.js';
import { buildCached } from '../../src/bvh/node-cache.js';
import { meshOf, sphere } from '../support/scenes.js';

let folder: string;
const before = process.env.SUBRAY_CACHE;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'subray-cache-'));
  process.env.SUBRAY_CACHE = folder;
});

afterEach(() => {
  if (before === undefined) delete process.env.SUBRAY_CACHE;
  else process.env.SUBRAY_CACHE = before;
  rmSync(folder, { recursive: true, force: true });
});

const mesh = meshOf(sphere(1, 75));
const build = (options: { cache?: boolean; meshes?: (typeof mesh)[]; log?: typeof SILENT_LOG } = {}) =>
  buildCached(options.meshes ?? [mesh], { threads: 1, cache: true, log: SILENT_LOG, ...options });
/** All of a tree, in a few letters. */
const digest = ([{ nodes, blocks, nodeCount, blockCount, depth, bounds }]: Awaited<ReturnType<typeof build>>) => {
  const hash = createHash('sha256').update(new Uint8Array(nodes)).update(new Uint8Array(blocks));
  return `${hash.digest('hex')} ${JSON.stringify([nodeCount, blockCount, depth, bounds])}`;
};
const files = () => readdirSync(folder).map((name) => join(folder, name));

describe('the cache of trees', () => {
  it('keeps a tree and finds it again, byte for byte', async () => {
    const built = await build();
    expect(files().length).toBe(1);
    let buildings = 0;
    const found = await buildCached([mesh], {
      threads: 1,
      cache: true,
      log: SILENT_LOG,
      onProgress: () => buildings++,
    });
    expect(buildings).toBe(0);
    expect(digest(found)).toBe(digest(built));
  });

  it('tells meshes apart by every corner, index and group', async () => {
    const moved = { ...mesh, positions: mesh.positions.slice() };
    moved.positions[100] += 1e-3;
    const turned = { ...mesh, indices: mesh.indices.slice().reverse() };
    const grouped = { ...mesh, triangleGroup: mesh.triangleGroup.slice().fill(1, 0, 1) };
    await build({ meshes: [mesh, moved, turned, grouped] });
    expect(files().length).toBe(4);
  });

  it('builds anew where a file is damaged, anywhere', async () => {
    const built = digest(await build());
    const [file] = files();
    const whole = readFileSync(file);
    for (const at of [0, 5, 9, 17, 40, 1000, whole.length >> 1, whole.length - 1]) {
      const damaged = Buffer.from(whole);
      damaged[at] ^= 0x55;
      writeFileSync(file, damaged);
      expect(digest(await build()), `byte ${at}`).toBe(built);
    }
    for (const length of [0, 10, 71, 72, whole.length - 1]) {
      writeFileSync(file, whole.subarray(0, length));
      expect(digest(await build()), `${length} bytes`).toBe(built);
    }
  });

  it('is left alone without --cache, and is no reason to fail', async () => {
    await build({ cache: false });
    expect(files()).toEqual([]);
    process.env.SUBRAY_CACHE = join(folder, 'file');
    writeFileSync(join(folder, 'file'), '');
    const warnings: string[] = [];
    const [bvh] = await build({ log: { ...SILENT_LOG, warn: (message) => warnings.push(message) } });
    expect(bvh.nodeCount).toBeGreaterThan(0);
    expect(warnings.join()).toContain('the next run builds it again');
  });
});
