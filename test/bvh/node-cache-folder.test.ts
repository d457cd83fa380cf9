import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listCache } from '../../src/bvh/node-cache-folder.js';
import { DAY, UNFINISHED, writeTreeFile } from '../support/tree-files.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'subray-cache-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('listCache', () => {
  it('lists trees, last used ones first, and those that are unfinished', async () => {
    const old = writeTreeFile(folder, 1, { bytes: 10, built: 9 * DAY });
    const kept = writeTreeFile(folder, 2, { bytes: 20, built: 9 * DAY, used: DAY });
    const fresh = writeTreeFile(folder, 3, { bytes: 30 });
    const unfinished = writeTreeFile(folder, 4, { ending: UNFINISHED });
    const content = await listCache({ folder });
    expect(content.trees.map(({ path, bytes }) => [path, bytes])).toEqual([
      [fresh, 30],
      [kept, 20],
      [old, 10],
    ]);
    expect(content.unfinished.map(({ path }) => path)).toEqual([unfinished]);
    expect(content.trees[1].used - content.trees[1].built).toBeCloseTo(8 * DAY, -1);
    expect(content.others).toBe(0);
  });

  it('counts links, folders and files with other names as others', async () => {
    const target = writeTreeFile(join(folder, 'elsewhere'), 1);
    symlinkSync(target, join(folder, `${'a'.repeat(64)}.bvh`));
    mkdirSync(join(folder, `${'b'.repeat(64)}.bvh`));
    for (const name of [
      'notes.txt',
      `${'c'.repeat(63)}.bvh`,
      `${'D'.repeat(64)}.bvh`,
      `x${'e'.repeat(64)}.bvh`,
      'a.tmp',
    ])
      writeFileSync(join(folder, name), '');
    expect(await listCache({ folder })).toEqual({ folder, trees: [], unfinished: [], others: 8 });
  });

  it('looks at no more entries than it is told', async () => {
    for (let i = 0; i < 9; i++) writeTreeFile(folder, i);
    expect((await listCache({ folder, entriesMax: 5 })).trees.length).toBe(5);
  });

  it('finds nothing where there is no folder, and names one that cannot be read', async () => {
    const missing = join(folder, 'missing');
    expect(await listCache({ folder: missing })).toEqual({ folder: missing, trees: [], unfinished: [], others: 0 });
    const file = writeTreeFile(folder, 1);
    await expect(listCache({ folder: file })).rejects.toThrow('cannot read the cache: a part of the path is a file');
  });
});
