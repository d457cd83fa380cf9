import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY, HOUR, UNFINISHED, writeTreeFile } from '../support/tree-files.js';
import { subray } from './fakes.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'subray-cache-'));
  vi.stubEnv('SUBRAY_CACHE', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Two trees, one that is being written, one that was cut short, and a file of somebody else. */
function fill() {
  const trees = [
    writeTreeFile(folder, 1, { bytes: 2 * 2 ** 20, built: 40 * DAY, used: 2 * HOUR }),
    writeTreeFile(folder, 2, { bytes: 2 ** 20, built: 33 * DAY }),
  ];
  writeTreeFile(folder, 3, { bytes: 1024, ending: UNFINISHED });
  writeTreeFile(folder, 4, { bytes: 1024, ending: UNFINISHED, built: DAY });
  writeFileSync(join(folder, 'notes.txt'), '');
  return trees;
}

describe('subray cache', () => {
  it.each(['cache', 'cache list'])('says with "%s" where trees are, how many, how large and how old', async (argv) => {
    fill();
    const { code, stdout, stderr } = await subray(argv);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.split('\n')).toEqual([
      `folder      ${folder}`,
      'trees       2, 3 MiB of at most 4 GiB',
      'last used   2 hours to 33 days ago; removed after 90 days',
      'built       33 days to 40 days ago',
      'unfinished  2, 2 KiB',
      'others      1, left alone',
      '',
    ]);
  });

  it('says so of an empty one', async () => {
    expect((await subray('cache')).stdout).toBe(`folder  ${folder}\ntrees   0, 0 B of at most 4 GiB\n`);
  });

  it('lists every tree with --json', async () => {
    const [path] = fill();
    const listing = JSON.parse((await subray('cache --json')).stdout);
    expect(listing).toMatchObject({ folder, count: 2, bytes: 3 * 2 ** 20, others: 1 });
    expect(listing).toMatchObject({ unfinished: { count: 2, bytes: 2048 }, limits: { bytes: 2 ** 32, days: 90 } });
    expect(listing.trees[0]).toEqual({
      path,
      bytes: 2 * 2 ** 20,
      built: expect.stringMatching(/^\d{4}-.*Z$/),
      used: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  it('prunes to the limits of the environment, or to those that are given', async () => {
    fill();
    const { code, stdout } = await subray('cache prune');
    expect([code, stdout]).toEqual([0, 'removed 1 file, 1 KiB; 2 trees, 3 MiB, stay\n']);
    vi.stubEnv('SUBRAY_CACHE_DAYS', '30');
    expect((await subray('cache prune')).stdout).toBe('removed 1 file, 1 MiB; 1 tree, 2 MiB, stays\n');
    expect(JSON.parse((await subray('cache prune --size 1MiB --json')).stdout)).toEqual({
      removed: { count: 1, bytes: 2 * 2 ** 20 },
      left: { count: 0, bytes: 0 },
      failed: [],
    });
  });

  it('clears what is its own and not being written', async () => {
    fill();
    const { code, stdout } = await subray('cache clear');
    expect([code, stdout]).toEqual([0, 'removed 3 files, 3 MiB; 0 trees, 0 B, stay\n']);
    expect(readdirSync(folder).sort()).toEqual([expect.stringMatching(/0003\.bvh\.4711-0badcafe\.tmp$/), 'notes.txt']);
  });

  it('ends with exit code 1 where a file could not be removed', async () => {
    const failed = [{ path: '/x.bvh', reason: 'permission denied' }];
    const { code, stderr } = await subray('cache clear', {
      clearCache: async () => ({ removed: [], left: [], failed }),
    });
    expect([code, stderr]).toEqual([1, 'warning: /x.bvh could not be removed: permission denied\n']);
  });

  it.each([
    ['cache prune --size 4', '--size: found "4", expected a size up to 1024 TiB with its unit'],
    ['cache prune --days -1', '--days: found "-1", expected a number of days from 0 to 100000'],
    ['cache list --size 4MB', 'unknown option --size\n  subray cache list --help lists the choices'],
    ['cache claer', 'unknown command claer\n  did you mean clear?'],
  ])('refuses "subray %s"', async (argv, message) => {
    const { code, stdout, stderr } = await subray(argv);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  it('refuses limits of the environment that are none, and a folder that is a file', async () => {
    vi.stubEnv('SUBRAY_CACHE_SIZE', 'big');
    expect((await subray('cache')).stderr).toContain('SUBRAY_CACHE_SIZE: found "big"');
    vi.stubEnv('SUBRAY_CACHE', writeTreeFile(folder, 1));
    const { code, stderr } = await subray('cache clear');
    expect([code, stderr]).toEqual([2, expect.stringContaining('cannot read the cache: a part of the path is a file')]);
  });
});
