import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processTag } from '../../src/base/files/node-process-tag.js';
import { listCache } from '../../src/bvh/node-cache-folder.js';
import { clearCache, pruneCache } from '../../src/bvh/node-prune-cache.js';
import { DAY, HOUR, UNFINISHED, writeTreeFile } from '../support/tree-files.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'subray-cache-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const prune = async (limits: { bytes?: number; days?: number }) =>
  pruneCache(await listCache({ folder }), { bytes: 1e9, days: 90, ...limits });
const paths = (files: readonly { path: string }[]) => files.map(({ path }) => path);

describe('pruneCache', () => {
  it('removes trees that were not used for long, however old they are', async () => {
    const unused = writeTreeFile(folder, 1, { built: 91 * DAY });
    const used = writeTreeFile(folder, 2, { built: 400 * DAY, used: 89 * DAY });
    const { removed, left, failed } = await prune({});
    expect([paths(removed), paths(left), failed]).toEqual([[unused], [used], []]);
    expect([existsSync(unused), existsSync(used)]).toEqual([false, true]);
  });

  it('removes those that were not used for longest until the rest is small enough', async () => {
    const trees = [0, 1, 2, 3].map((day) => writeTreeFile(folder, 9 - day, { bytes: 100, built: day * DAY }));
    expect(paths((await prune({ bytes: 399 })).removed)).toEqual([trees[3]]);
    expect(paths((await prune({ bytes: 300 })).removed)).toEqual([]);
    expect(paths((await prune({ bytes: 199 })).removed)).toEqual([trees[1], trees[2]]);
    expect(paths((await prune({ bytes: 99 })).removed)).toEqual([trees[0]]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('removes files whose writing was cut short, and leaves what is being written', async () => {
    const written = writeTreeFile(folder, 1, { built: HOUR / 2, ending: UNFINISHED });
    const cutShort = writeTreeFile(folder, 2, { built: 2 * HOUR, ending: UNFINISHED });
    const { removed } = await prune({ bytes: 0, days: 0 });
    expect(paths(removed)).toEqual([cutShort]);
    expect(existsSync(written)).toBe(true);
  });

  it('removes what dead processes were writing at once, and never what a living one writes', async () => {
    const [machine, boot, pid, start] = processTag().split('-');
    const endingOf = (...tag: string[]) => `.${tag.join('-')}-0badcafe.tmp`;
    const alive = writeTreeFile(folder, 1, { ending: endingOf(machine, boot, pid, start) });
    const elsewhere = writeTreeFile(folder, 2, { ending: endingOf('00000000', boot, '99999999', start) });
    const dead = writeTreeFile(folder, 3, { ending: endingOf(machine, boot, '99999999', start) });
    expect(paths((await prune({})).removed)).toEqual([dead]);
    expect([alive, elsewhere, dead].map((path) => existsSync(path))).toEqual([true, true, false]);
  });

  it('leaves links, what they lead to, and everything else alone', async () => {
    const target = writeTreeFile(join(folder, 'elsewhere'), 1, { built: 999 * DAY });
    const link = join(folder, `${'a'.repeat(64)}.bvh`);
    symlinkSync(target, link);
    writeFileSync(join(folder, 'notes.txt'), '');
    await prune({ bytes: 0, days: 0 });
    await clearCache(await listCache({ folder }));
    expect(readdirSync(folder).sort()).toEqual([`${'a'.repeat(64)}.bvh`, 'elsewhere', 'notes.txt']);
    expect(existsSync(target)).toBe(true);
  });

  it('takes it easy when another process was faster', async () => {
    const [gone, here] = [writeTreeFile(folder, 1), writeTreeFile(folder, 2)];
    const content = await listCache({ folder });
    unlinkSync(gone);
    const { removed, failed } = await clearCache(content);
    expect([paths(removed), failed]).toEqual([[here], []]);
  });

  it('says what it could not remove', async () => {
    const path = writeTreeFile(folder, 1);
    const content = await listCache({ folder });
    rmSync(path);
    // A file whose folder has become a file.
    const moved = { ...content, trees: [{ ...content.trees[0], path: join(writeTreeFile(folder, 2), 'x') }] };
    expect((await clearCache(moved)).failed).toEqual([
      { path: moved.trees[0].path, reason: 'a part of its path is not a folder' },
    ]);
  });
});

describe('clearCache', () => {
  it('removes all trees', async () => {
    for (let i = 0; i < 3; i++) writeTreeFile(folder, i, { bytes: i });
    const { removed, left } = await clearCache(await listCache({ folder }));
    expect([removed.length, left, readdirSync(folder)]).toEqual([3, [], []]);
  });
});
