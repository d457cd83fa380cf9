import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SILENT_LOG } from '../../src/base/log.js';
import { withTreeCrew } from '../../src/bvh/build-queue.js';
import { NODE_TREE_THREADS } from '../../src/bvh/node-build.js';
import { nodeTreeStore } from '../../src/bvh/node-cache.js';
import { listCache } from '../../src/bvh/node-cache-folder.js';
import { clearCache } from '../../src/bvh/node-prune-cache.js';
import { buildOrFind } from '../../src/bvh/tree-cache.js';
import { isLong } from '../support/long-run.js';
import { meshOf, sphere } from '../support/scenes.js';
import { DAY, writeTreeFile } from '../support/tree-files.js';

let folder: string;
const open = () => {
  folder = mkdtempSync(join(tmpdir(), 'subray-cache-'));
  vi.stubEnv('SUBRAY_CACHE', folder);
};
const close = () => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
};
beforeEach(open);
afterEach(close);

// Hardly larger than a mesh must be for its tree to be kept.
const mesh = meshOf(sphere(1, 72));
const other = meshOf(sphere(2, 72));
const small = meshOf(sphere(1, 5));
const buildCached = async (
  meshes: (typeof mesh)[],
  { cache, ...options }: Parameters<typeof buildOrFind>[3] & { cache: boolean },
) =>
  withTreeCrew(NODE_TREE_THREADS, options.signal, (crew) =>
    buildOrFind(crew, cache ? nodeTreeStore() : undefined, meshes, options),
  );
const build = async (options: { cache?: boolean; meshes?: (typeof mesh)[]; log?: typeof SILENT_LOG } = {}) =>
  (await buildCached(options.meshes ?? [mesh], { threads: 1, cache: true, log: SILENT_LOG, ...options })).bvhs;
/** All of a tree, in a few letters. */
const digest = ([{ nodes, blocks, nodeCount, blockCount, depth, bounds }]: Awaited<ReturnType<typeof build>>) => {
  const hash = createHash('sha256').update(new Uint8Array(nodes)).update(new Uint8Array(blocks));
  return `${hash.digest('hex')} ${JSON.stringify([nodeCount, blockCount, depth, bounds])}`;
};
const files = () => readdirSync(folder).map((name) => join(folder, name));

/** Digest of the tree that a run has built of `mesh`, with an empty cache. */
let built: string;
let left: { name: string; bytes: Buffer }[];
beforeAll(async () => {
  open();
  built = digest(await build());
  left = files().map((path) => ({ name: basename(path), bytes: readFileSync(path) }));
  close();
});
/** Leaves the same in the cache of a test. */
const leaveTree = () => {
  for (const { name, bytes } of left) writeFileSync(join(folder, name), bytes);
};

describe('the cache of trees', () => {
  it('keeps a tree and finds it again, byte for byte', async () => {
    expect(left.length).toBe(1);
    leaveTree();
    let buildings = 0;
    const { bvhs, counts } = await buildCached([mesh], {
      threads: 1,
      cache: true,
      log: SILENT_LOG,
      onProgress: () => buildings++,
    });
    expect(buildings).toBe(0);
    expect(digest(bvhs)).toBe(built);
    expect(counts).toEqual({ built: 0, found: mesh.indices.length / 3 });
  });

  it('counts the triangles of trees that are built, and of those that are found', async () => {
    leaveTree();
    const all = mesh.indices.length / 3;
    const small = { ...mesh, indices: mesh.indices.slice(0, 300) };
    const options = { threads: 1, log: SILENT_LOG };
    expect((await buildCached([small, mesh], { ...options, cache: true })).counts).toEqual({ built: 100, found: all });
    expect((await buildCached([small, mesh], { ...options, cache: false })).counts).toEqual({
      built: 100 + all,
      found: 0,
    });
  });

  it('tells meshes apart by every corner, index and group', async () => {
    const moved = { ...mesh, positions: mesh.positions.slice() };
    moved.positions[100] += 1e-3;
    const turned = { ...mesh, indices: mesh.indices.slice().reverse() };
    const grouped = { ...mesh, triangleGroup: mesh.triangleGroup.slice().fill(1, 0, 1) };
    await build({ meshes: [mesh, moved, turned, grouped] });
    expect(files().length).toBe(4);
  });

  it('builds anew where a file is damaged', async () => {
    leaveTree();
    const [file] = files();
    const whole = readFileSync(file);
    whole[whole.length >> 1] ^= 0x55;
    writeFileSync(file, whole);
    expect(digest(await build())).toBe(built);
    expect(readFileSync(file).equals(whole)).toBe(false);
  });

  it.runIf(isLong)('is left alone without --cache, and is no reason to fail', async () => {
    await build({ cache: false });
    expect(files()).toEqual([]);
    vi.stubEnv('SUBRAY_CACHE', join(folder, 'file'));
    writeFileSync(join(folder, 'file'), '');
    const warnings: string[] = [];
    const [bvh] = await build({ log: { ...SILENT_LOG, warn: (message) => warnings.push(message) } });
    expect(bvh.nodeCount).toBeGreaterThan(0);
    expect(warnings.join()).toContain('the next run builds it again');
  });

  it('removes trees beyond its limits when it keeps another', async () => {
    const old = writeTreeFile(folder, 1, { built: 91 * DAY });
    const recent = writeTreeFile(folder, 2, { bytes: 2e6, built: DAY });
    await build();
    expect([existsSync(old), existsSync(recent)]).toEqual([false, true]);
    vi.stubEnv('SUBRAY_CACHE_SIZE', '4 MB');
    await build({ meshes: [other] });
    expect(existsSync(recent)).toBe(false);
    expect(files().length).toBe(2);
  });

  it('keeps no tree that is larger than the limit', async () => {
    vi.stubEnv('SUBRAY_CACHE_SIZE', '1 MB');
    await build();
    expect(files()).toEqual([]);
  });

  it('refuses limits that are no size and no age before it builds', async () => {
    vi.stubEnv('SUBRAY_CACHE_DAYS', 'soon');
    await expect(build()).rejects.toThrow('SUBRAY_CACHE_DAYS: found "soon"');
    await build({ cache: false, meshes: [small] });
  });

  it('finds or builds every tree while others clear the cache', async () => {
    leaveTree();
    let isDone = false;
    const clear = async () => {
      for (let cleared = 0; ; cleared++) {
        if (isDone) return cleared;
        await clearCache(await listCache({ folder }));
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    };
    const clearing = [clear(), clear()];
    const found = await Promise.all([1, 2, 3].map(async () => [await build(), await build()]));
    isDone = true;
    expect((await Promise.all(clearing)).every((count) => count > 0)).toBe(true);
    for (const trees of found.flat()) expect(digest(trees)).toBe(built);
  });
});
