import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import { describeSystemError } from '../../../src/base/files/file-error.js';
import type { Files } from '../../../src/base/files/files.js';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { dirname, extname } from '../../../src/base/files/paths.js';
import { readBounded } from '../../../src/base/files/read-bounded.js';
import { writeTextFile } from '../../../src/base/files/text-file.js';
import { createWebFiles } from '../../../src/base/files/web-files.js';

/** Some files, and the folder that they are in. */
interface Given {
  files: Files;
  folder: string;
}

type Sources = Readonly<Record<string, string | Uint8Array>>;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function onDisk(sources: Sources): Given {
  const folder = mkdtempSync(join(tmpdir(), 'subray-files-'));
  folders.push(folder);
  mkdirSync(join(folder, 'out'));
  for (const [name, source] of Object.entries(sources)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), source);
  }
  return { files: nodeFiles, folder };
}

/** A page's sources, under the name of the folder that was dropped. */
function inPage(sources: Sources): Given {
  const named = Object.entries(sources).map(([name, source]) => [`dropped/${name}`, source] as const);
  return { files: createWebFiles({ sources: new Map(named) }), folder: 'dropped' };
}

function fromServer(sources: Sources): Given {
  const answer: typeof fetch = async (url) => {
    const { pathname } = new URL(String(url));
    const source = sources[decodeURIComponent(pathname).replace('/base/', '')];
    return source === undefined ? new Response('', { status: 404 }) : new Response(source as BodyInit);
  };
  return { files: createWebFiles({ base: 'https://a.example/base/', fetch: answer }), folder: '.' };
}

const READERS = { node: onDisk, 'a page': inPage, 'a server': fromServer };
const WRITERS = { node: onDisk, 'a page': inPage };

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const codeOf = (action: Promise<unknown>) =>
  action.then(
    () => 'none',
    (error: { code?: string }) => error.code,
  );

describe.each(Object.entries(READERS))('files of %s', (_, open) => {
  const SOURCES = { 'survey.yaml': 'a: 1\n', 'scene/tree one.obj': 'v 0 0 0\n', 'scene/empty.ply': '' };

  it('are found from the folder of another', async () => {
    const { files, folder } = open(SOURCES);
    const survey = files.resolve(folder, 'survey.yaml');
    const tree = files.resolve(dirname(survey), './scene/../scene/tree one.obj');
    expect(extname(tree)).toBe('.obj');
    expect(await files.stat(tree)).toEqual({ kind: 'file', size: 8 });
    expect(textOf(await files.read(tree))).toBe('v 0 0 0\n');
    expect(files.resolve('elsewhere', tree)).toBe(files.isAbsolute(tree) ? tree : `elsewhere/${tree}`);
  });

  it('are read in parts, and end where they end', async () => {
    const { files, folder } = open(SOURCES);
    const file = await files.open(files.resolve(folder, 'scene/tree one.obj'));
    const target = new Uint8Array(4);
    expect(file.info).toEqual({ kind: 'file', size: 8 });
    expect([await file.read(target, 2), textOf(target)]).toEqual([4, '0 0 ']);
    expect([await file.read(target, 6), textOf(target.subarray(0, 2))]).toEqual([2, '0\n']);
    expect(await file.read(target, 8)).toBe(0);
    await file.close();
  });

  it('may be empty', async () => {
    const { files, folder } = open(SOURCES);
    expect(await files.read(files.resolve(folder, 'scene/empty.ply'))).toHaveLength(0);
  });

  it('report missing ones by the same code, and in the same words', async () => {
    const { files, folder } = open(SOURCES);
    const path = files.resolve(folder, 'scene/none.obj');
    expect(await Promise.all([files.stat(path), files.open(path), files.read(path)].map(codeOf))).toEqual(
      Array(3).fill('ENOENT'),
    );
    expect(describeSystemError(await files.stat(path).catch((error: unknown) => error))).toBe('it does not exist');
  });

  it('are read no further than their bound', async () => {
    const { files, folder } = open(SOURCES);
    const path = files.resolve(folder, 'survey.yaml');
    const wanted = { file: 'survey.yaml', what: 'a YAML file' };
    expect(await readBounded(files, path, { ...wanted, bytesMax: 5 })).toHaveLength(5);
    await expect(readBounded(files, path, { ...wanted, bytesMax: 4 })).rejects.toThrow(
      'found 5 bytes, expected a YAML file of at most 4 bytes',
    );
  });
});

describe.each(Object.entries(WRITERS))('folders and outputs of %s', (_, open) => {
  it('folders are listed by the names in them', async () => {
    const { files, folder } = open({ 'a/x.yaml': '', 'a/b/y.yaml': '', 'z.yaml': '' });
    expect((await files.list(files.resolve(folder, 'a'))).sort()).toEqual(['b', 'x.yaml']);
    expect(await files.stat(files.resolve(folder, 'a/b'))).toMatchObject({ kind: 'folder' });
    expect(await codeOf(files.list(files.resolve(folder, 'none')))).toBe('ENOENT');
    await expect(readBounded(files, files.resolve(folder, 'a'), { what: 'a text', bytesMax: 1 })).rejects.toThrow(
      'found a folder, expected a text',
    );
  });

  it('have an output once it is committed, and no sooner', async () => {
    const { files, folder } = open({});
    const path = files.resolve(folder, 'out/cloud.las');
    const file = await files.create(path);
    await file.append(bytesOf('HEAD'));
    await file.append(bytesOf('points'));
    await file.writeAt(bytesOf('head'), 0);
    expect([file.path, file.size]).toEqual([path, 10]);
    expect(await codeOf(files.stat(path))).toBe('ENOENT');
    await file.commit();
    await file.abort();
    expect(textOf(await files.read(path))).toBe('headpoints');
    expect(await files.list(dirname(path))).toEqual(['cloud.las']);
    await files.remove(path);
    expect(await codeOf(files.stat(path))).toBe('ENOENT');
  });

  it('folders are removed when they are empty, and only then', async () => {
    const { files, folder } = open({});
    const path = files.resolve(folder, 'out/parts/one.txt');
    const set = files.openSet();
    const file = await set.create(path);
    await file.commit();
    await set.commit();
    expect(await codeOf(files.removeFolder(dirname(path)))).toBe('ENOTEMPTY');
    expect(await files.list(dirname(path))).toEqual(['one.txt']);
    await files.remove(path);
    await files.removeFolder(dirname(path));
    expect(await codeOf(files.stat(dirname(path)))).toBe('ENOENT');
  });

  it('keep nothing of an output that is given up', async () => {
    const { files, folder } = open({ 'out/beside.txt': '' });
    const path = files.resolve(folder, 'out/cloud.las');
    const file = await files.create(path);
    await file.append(bytesOf('points'));
    await file.abort();
    await file.abort();
    expect(await files.list(dirname(path))).toEqual(['beside.txt']);
  });

  it('keep data of an output aside that only it sees, until it ends', async () => {
    const { files, folder } = open({ 'out/beside.txt': '' });
    const path = files.resolve(folder, 'out/cloud.npz');
    const block = Uint8Array.from({ length: 3_000_000 }, (_, k) => k % 251);
    for (const end of ['commit', 'abort'] as const) {
      const file = await files.create(path);
      const [one, other] = [await file.openScratch(), await file.openScratch()];
      for (let k = 0; k < 3; k++) await one.write(block, k * block.length);
      await other.write(bytesOf('another'), 0);
      const found = new Uint8Array(4_000_000);
      await one.read(found, 2_500_000);
      expect([found[0], found[499_999], found[500_000], found[3_999_999]]).toEqual(
        [2_500_000, 2_999_999, 3_000_000, 6_499_999].map((k) => (k % 3_000_000) % 251),
      );
      await other.read(found.subarray(0, 3), 2);
      expect(textOf(found.subarray(0, 3))).toBe('oth');
      const visible = (await files.list(dirname(path))).filter((name) => !name.startsWith('.cloud.npz.'));
      expect(visible).toEqual(['beside.txt']);
      await file[end]();
      expect((await files.list(dirname(path))).sort()).toEqual([
        'beside.txt',
        ...(end === 'commit' ? ['cloud.npz'] : []),
      ]);
      if (end === 'commit') await files.remove(path);
    }
  });

  it('put an output of many blocks together', async () => {
    const { files, folder } = open({});
    const path = files.resolve(folder, 'out/cloud.las');
    const block = Uint8Array.from({ length: 3_000_000 }, (_, k) => k % 251);
    const file = await files.create(path);
    for (let k = 0; k < 4; k++) await file.append(block);
    await file.writeAt(Uint8Array.of(1, 2, 3, 4), 4 * 2 ** 20 - 2);
    await file.commit();
    const expected = new Uint8Array(4 * block.length);
    for (let k = 0; k < 4; k++) expected.set(block, k * block.length);
    expected.set([1, 2, 3, 4], 4 * 2 ** 20 - 2);
    expect(Buffer.compare(await files.read(path), expected)).toBe(0);
  });

  it('replace another output only where they may', async () => {
    const { files, folder } = open({});
    const path = files.resolve(folder, 'out/a.txt');
    await writeTextFile(files, path, 'one');
    await writeTextFile(files, path, 'one');
    await expect(writeTextFile(files, path, 'two')).rejects.toThrow('cannot write: the file exists');
    await expect(files.checkOutput(path)).rejects.toThrow(UserError);
    await expect(files.checkOutput(path, { force: true })).resolves.toBeUndefined();
    await writeTextFile(files, path, 'two', { force: true });
    expect(textOf(await files.read(path))).toBe('two');
  });

  it('tell an output which names are taken', async () => {
    const { files, folder } = open({ 'out/a.txt': '' });
    await writeTextFile(files, files.resolve(folder, 'out/b.txt'), '');
    expect((await files.taken(files.resolve(folder, 'out'))).sort()).toEqual(['a.txt', 'b.txt']);
  });

  it('refuse a folder as an output', async () => {
    const { files, folder } = open({ 'a/x.yaml': '' });
    await expect(files.create(files.resolve(folder, 'a'))).rejects.toThrow('cannot write: it is a folder');
  });
});
