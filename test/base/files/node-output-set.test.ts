import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OutputSet } from '../../../src/base/files/files.js';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { processTag } from '../../../src/base/files/node-process-tag.js';
import { makeStaging } from '../../../src/base/files/node-staging.js';
import { removeTemporaryFiles } from '../../../src/base/files/node-temporary.js';
import { writeWhole } from '../../../src/base/files/text-file.js';
import { temporaryFolder } from '../../io/sample-cloud.js';

const root = temporaryFolder();
let folders = 0;
let folder: string;
beforeEach(() => {
  folder = join(root, `set-${folders++}`);
  mkdirSync(folder);
});

const at = (name: string) => join(folder, name);
const write = (name: string, text: string) => {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
};
const add = (set: OutputSet, name: string, text = 'new') => writeWhole(set, at(name), new TextEncoder().encode(text));

/** Paths and contents of all files of the folder, hidden ones too. */
const content = () =>
  Object.fromEntries(
    (readdirSync(folder, { recursive: true, withFileTypes: true }) as import('node:fs').Dirent[])
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
  );

describe('a set of outputs', () => {
  it('appears whole, with folders that were missing, and leaves nothing beside', async () => {
    const set = nodeFiles.openSet();
    for (const name of ['a.las', 'deep/er/b.ply', 'c.csv']) await add(set, name, name);
    expect(existsSync(at('a.las')) || existsSync(at('deep/er/b.ply'))).toBe(false);
    await set.commit();
    expect(content()).toEqual({ 'a.las': 'a.las', 'c.csv': 'c.csv', 'deep/er/b.ply': 'deep/er/b.ply' });
    await set.abort();
    expect(content()).toHaveProperty('a.las');
    expect(readdirSync(folder).sort()).toEqual(['a.las', 'c.csv', 'deep']);
  });

  it.each(['commit', 'abort'] as const)('leaves nothing of scratch files after %s', async (end) => {
    const set = nodeFiles.openSet();
    const file = await set.create(at('a.las'));
    const scratch = await file.openScratch();
    await scratch.write(new Uint8Array(1000).fill(7), 0);
    const target = new Uint8Array(10);
    await scratch.read(target, 990);
    expect([...target]).toEqual(new Array(10).fill(7));
    if (end === 'commit') await file.commit();
    await set[end]();
    expect(readdirSync(folder)).toEqual(end === 'commit' ? ['a.las'] : []);
  });

  it('takes files that are begun side by side in a folder that is missing', async () => {
    const set = nodeFiles.openSet();
    const names = Array.from({ length: 20 }, (_, k) => `new/${k}.las`);
    await Promise.all(names.map((name) => add(set, name, name)));
    await set.commit();
    expect(content()).toEqual(Object.fromEntries(names.sort().map((name) => [name, name])));
  });

  it('leaves nothing after abort, nor the folders that it made', async () => {
    write('there/old', 'old');
    const set = nodeFiles.openSet();
    await add(set, 'made/for/it/a.las');
    await add(set, 'there/b.las');
    await (await set.create(at('c.las'))).append(new Uint8Array(3));
    await set.abort();
    await set.abort();
    expect(readdirSync(folder)).toEqual(['there']);
    expect(content()).toEqual({ 'there/old': 'old' });
  });

  it('is removed, with its folders, by a process that ends before', async () => {
    const set = nodeFiles.openSet();
    await add(set, 'made/a.las');
    removeTemporaryFiles();
    expect(readdirSync(folder)).toEqual([]);
    await set.abort();
  });

  it('replaces files, and removes others, all or none', async () => {
    for (const name of ['a', 'b/b', 'b/z']) write(name, 'old');
    const set = nodeFiles.openSet({ force: true });
    for (const name of ['a', 'b/b', 'b/c']) await add(set, name);
    await set.remove(at('b/z'));
    expect(content()).toMatchObject({ a: 'old', 'b/b': 'old', 'b/z': 'old' });
    await set.commit();
    expect(content()).toEqual({ a: 'new', 'b/b': 'new', 'b/c': 'new' });
  });

  it.each(['a', 'b/b', 'b/c'])('brings everything back where %s cannot get its name', async (failing) => {
    for (const name of ['a', 'b/b', 'b/z']) write(name, 'old');
    const set = nodeFiles.openSet({ force: true });
    for (const name of ['a', 'b/b', 'b/c']) await add(set, name);
    await set.remove(at('b/z'));
    rmSync(at(failing), { force: true });
    mkdirSync(join(at(failing), 'in the way'), { recursive: true });
    await expect(set.commit()).rejects.toThrow('cannot write');
    rmSync(at(failing), { recursive: true });
    const expected: Record<string, string> = { a: 'old', 'b/b': 'old', 'b/z': 'old' };
    delete expected[failing];
    expect(content()).toEqual(expected);
  });

  it('brings everything back where a file is lost while the names are given', async () => {
    for (const name of ['a', 'b', 'z']) write(name, 'old');
    const set = nodeFiles.openSet({ force: true });
    for (const name of ['a', 'b', 'c']) await add(set, name);
    await set.remove(at('z'));
    const [staging] = readdirSync(folder).filter((name) => name.startsWith('.subray'));
    rmSync(join(folder, staging, 'new/c'));
    await expect(set.commit()).rejects.toThrow('cannot write');
    expect(content()).toEqual({ a: 'old', b: 'old', z: 'old' });
  });

  it('does not replace what another process has made in the meantime', async () => {
    const set = nodeFiles.openSet();
    for (const name of ['a', 'b', 'c']) await add(set, name);
    write('c', 'of someone else');
    await expect(set.commit()).rejects.toThrow('cannot write: the file exists');
    expect(content()).toEqual({ c: 'of someone else' });
  });

  it.runIf(process.platform !== 'win32')(
    'never replaces an input, by name, link, folder link or hard link',
    async () => {
      write('in.ply', 'scene');
      symlinkSync('.', at('here'));
      symlinkSync('in.ply', at('link.ply'));
      linkSync(at('in.ply'), at('hard.ply'));
      const set = nodeFiles.openSet({ force: true, inputs: [at('in.ply')] });
      for (const name of ['in.ply', 'link.ply', 'here/in.ply', 'hard.ply'])
        await expect(set.create(at(name)), name).rejects.toThrow(/it leads to .*in\.ply, which the survey reads/);
      await add(set, 'out.ply');
      await set.commit();
      expect(readFileSync(at('in.ply'), 'utf8')).toBe('scene');
    },
  );

  it.runIf(process.platform !== 'win32')('takes two names of one file for one', async () => {
    symlinkSync('.', at('here'));
    const set = nodeFiles.openSet({ force: true });
    await add(set, 'd.las');
    await expect(set.create(at('here/d.las'))).rejects.toThrow(/it leads to the same file as .*d\.las/);
    await set.abort();
  });

  it('says which folder cannot be made', async () => {
    write('file', '');
    await expect(nodeFiles.openSet().create(at('file/below/a.las'))).rejects.toThrow(/cannot make the folder .*below/);
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it.runIf(existsSync('/proc/self'))('ends where a folder can never be made', async () => {
    await expect(nodeFiles.openSet().create('/proc/subray/a.las')).rejects.toThrow('cannot make the folder');
  });
});

/** The name of a staging folder of a process that is dead, runs, or runs on another machine. */
function stagingOf(state: 'dead' | 'alive' | 'elsewhere'): string {
  const [machine, boot, pid, start] = processTag().split('-');
  const tag = {
    dead: [machine, boot, '99999999', start],
    alive: [machine, boot, pid, start],
    elsewhere: ['0badcafe', boot, '99999999', start],
  }[state];
  return `.subray-${tag.join('-')}-0123456789ab.tmp`;
}

/** Recovers `folder` and its folder `b`; the lines of the log. */
async function recover(): Promise<string[]> {
  const lines: string[] = [];
  const log = { info: (text: string) => void lines.push(text), warn: (text: string) => void lines.push(`! ${text}`) };
  await nodeFiles.recover([folder, at('b'), at('missing')], log);
  return lines;
}

/** The remains of a process that died with a set of two folders ready; with `record` decided, else not. */
async function abandon(state: 'dead' | 'alive' | 'elsewhere', record?: 'commit' | 'undo', replaces = true) {
  const staging = stagingOf(state);
  mkdirSync(at('b'), { recursive: true });
  for (const [home, path] of [['a', '.'], ['b/b', 'b']] as const) {
    await makeStaging(at(path), staging, folder);
    const name = home.slice(-1);
    writeFileSync(join(at(path), staging, 'new', name), 'new');
    if (replaces) linkSync(at(home), join(at(path), staging, 'old', name));
  } // biome-ignore format: two folders
  const commit = {
    force: replaces,
    folders: [
      { path: '.', files: [{ name: 'a', replaces }], removed: [] },
      { path: 'b', files: [{ name: 'b', replaces }], removed: replaces ? ['z'] : [] },
    ],
  };
  if (record) writeFileSync(join(folder, staging, record), JSON.stringify(commit));
  return staging;
}

describe('the remains of a killed process', () => {
  const OLD = { a: 'old', 'b/b': 'old', 'b/z': 'old' };
  const NEW = { a: 'new', 'b/b': 'new' };
  const writeOld = () => Object.keys(OLD).forEach((name) => void write(name, 'old'));

  it('are removed where its files had not been decided', async () => {
    writeOld();
    await abandon('dead');
    const lines = await recover();
    expect(content()).toEqual(OLD);
    expect(lines.join('\n')).toMatch(/removed 1 unfinished file of a run that was killed/);
    expect(await recover()).toEqual([]);
  });

  it('stay where its process lives, or may live elsewhere', async () => {
    writeOld();
    const alive = await abandon('alive', 'commit');
    const elsewhere = await abandon('elsewhere', 'commit');
    const lines = await recover();
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^! .*unfinished files of a run on another machine/);
    expect(content()).toMatchObject(OLD);
    for (const staging of [alive, elsewhere]) expect(existsSync(at(staging))).toBe(true);
  });

  it.each([0, 1, 2, 3])('are finished after %i of its steps were done', async (steps) => {
    writeOld();
    const staging = await abandon('dead', 'commit');
    const done = [
      () => renameSync(join(folder, staging, 'new/a'), at('a')),
      () => renameSync(join(at('b'), staging, 'new/b'), at('b/b')),
      () => renameSync(at('b/z'), join(at('b'), staging, 'old/z')),
    ];
    for (const step of done.slice(0, steps)) step();
    expect(await recover()).toEqual([expect.stringContaining('finished 2 files of a run that was killed')]);
    expect(content()).toEqual(NEW);
  });

  it.each([0, 1, 2])('are finished after %i of its steps, where it replaces nothing', async (steps) => {
    const staging = await abandon('dead', 'commit', false);
    const done = [
      () => linkSync(join(folder, staging, 'new/a'), at('a')),
      () => linkSync(join(at('b'), staging, 'new/b'), at('b/b')),
    ];
    for (const step of done.slice(0, steps)) step();
    await recover();
    expect(content()).toEqual(NEW);
  });

  it('are undone where undoing had begun, or where they cannot be finished', async () => {
    writeOld();
    const staging = await abandon('dead', 'undo');
    renameSync(join(folder, staging, 'new/a'), at('a'));
    expect(await recover()).toEqual([expect.stringContaining('brought back the files')]);
    expect(content()).toEqual(OLD);
    for (const name of ['a', 'b/b', 'b/z']) rmSync(at(name));
    await abandon('dead', 'commit', false);
    write('b/b', 'of someone else');
    expect((await recover()).join()).toMatch(/^! .*cannot tidy up .*the file exists/);
    expect(content()).toEqual({ 'b/b': 'of someone else' });
  });

  it.each([
    ['that is no JSON', '{'],
    ['with other keys', '{"force":true}'],
    ['that reaches out of its folder', '{"force":true,"folders":[{"path":".","files":[{"name":"../a","replaces":false}],"removed":[]}]}'],
  ])('are left alone with a record %s', async (_name, text) => {
    writeOld();
    const staging = await abandon('dead', 'undo');
    writeFileSync(join(folder, staging, 'undo'), text);
    expect((await recover()).join()).toContain('cannot tidy up');
    expect(content()).toMatchObject(OLD);
  }); // biome-ignore format: records on one line

  it('touch no folder that has no part in it, whatever the record says', async () => {
    write('other/a', 'mine');
    const staging = await abandon('dead', undefined, false);
    const folders = [{ path: 'other', files: [{ name: 'a', replaces: false }], removed: ['a'] }];
    for (const record of ['undo', 'commit']) {
      if (!existsSync(at(staging))) await makeStaging(folder, staging, folder);
      writeFileSync(join(folder, staging, record), JSON.stringify({ force: true, folders }));
      await recover();
      expect(content()).toMatchObject({ 'other/a': 'mine' });
    }
  });
});
