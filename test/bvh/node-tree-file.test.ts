import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMeshes } from '../../src/bvh/node-build.js';
import { readTree, writeTree } from '../../src/bvh/node-tree-file.js';
import { treeBytes } from '../../src/bvh/tree-file.js';
import type { WideBvh } from '../../src/device/wide-bvh.js';
import { meshOf, sphere } from '../support/scenes.js';

let folder: string;
let file: string;
let tree: WideBvh;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'subray-cache-'));
  [tree] = await buildMeshes([meshOf(sphere(1, 10))], { threads: 1 });
});
afterAll(() => rmSync(folder, { recursive: true }));

beforeEach(async () => {
  rmSync(folder, { recursive: true });
  file = join(folder, 'trees', `${'a'.repeat(64)}.bvh`);
  await writeTree(file, tree);
});

/** The head of a tree with as many nodes and blocks as numbers of 32 bits count. */
const hugeHead = () => readFileSync(file).subarray(0, 72).fill(0xff, 8, 16);

describe('the file of a tree', () => {
  it('holds the tree, byte for byte, and nothing lies beside it', async () => {
    expect(await readTree(file)).toEqual(tree);
    expect(statSync(file).size).toBe(treeBytes(tree));
    expect(readdirSync(join(folder, 'trees'))).toEqual([`${'a'.repeat(64)}.bvh`]);
  });

  it('is not read where it is damaged, anywhere', async () => {
    const whole = readFileSync(file);
    for (const at of [0, 5, 9, 17, 40, 1000, whole.length >> 1, whole.length - 1]) {
      const damaged = Buffer.from(whole);
      damaged[at] ^= 0x55;
      writeFileSync(file, damaged);
      expect(await readTree(file), `byte ${at}`).toBeUndefined();
    }
    for (const length of [0, 10, 71, 72, whole.length - 1, whole.length + 1]) {
      writeFileSync(file, Buffer.concat([whole, Buffer.alloc(1)]).subarray(0, length));
      expect(await readTree(file), `${length} bytes`).toBeUndefined();
    }
  });

  const STRANGE: [string, (path: string) => void][] = [
    ['nothing', () => {}],
    ['a pipe', (path) => execFileSync('mkfifo', [path])],
    ['a folder', (path) => mkdirSync(path)],
    ['a link to an endless file', (path) => symlinkSync('/dev/zero', path)],
    ['a link to nowhere', (path) => symlinkSync('nowhere', path)],
    ['a file of 8 GiB', (path) => execFileSync('truncate', ['-s', '8G', path])],
    ['a head that asks for more than there is', (path) => writeFileSync(path, hugeHead())],
  ];

  it.runIf(process.platform !== 'win32').each(STRANGE)('is not read where there is %s', async (_name, make) => {
    const path = join(folder, 'strange');
    make(path);
    expect(await readTree(path)).toBeUndefined();
  });

  it('is not read through a link', async () => {
    const link = join(folder, 'link');
    symlinkSync(file, link);
    expect(await readTree(link)).toBeUndefined();
  });

  it('is marked as used when it is read, and keeps the time of its writing', async () => {
    const [written, used] = [9e6, 8e6].map((age) => Math.floor(Date.now() / 1000 - age));
    utimesSync(file, used, written);
    await readTree(file);
    expect(statSync(file).mtimeMs / 1000).toBeCloseTo(written, 3);
    expect(Date.now() - statSync(file).atimeMs).toBeLessThan(60_000);
  });

  it('is written whole where a system call takes less than it was given', async () => {
    const slow = async (path: string) => {
      const handle = await open(path, 'wx');
      const write = (bytes: Uint8Array, at: number, length: number) => handle.write(bytes, at, Math.min(length, 1000));
      return { write: write as FileHandle['write'], sync: () => handle.sync(), close: () => handle.close() };
    };
    rmSync(file);
    await writeTree(file, tree, slow);
    expect(await readTree(file)).toEqual(tree);
  });

  it('leaves no file where the disk is full', async () => {
    rmSync(file);
    const full = async (path: string) => {
      const handle = await open(path, 'wx');
      let written = 0;
      const write = async (bytes: Uint8Array, at: number, length: number) => {
        const taken = Math.min(length, 5000 - written);
        if (taken === 0) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
        written += taken;
        return handle.write(bytes, at, taken);
      };
      return { write: write as FileHandle['write'], sync: () => handle.sync(), close: () => handle.close() };
    };
    await expect(writeTree(file, tree, full)).rejects.toThrow('no space');
    expect(readdirSync(join(folder, 'trees'))).toEqual([]);
  });

  it.runIf(existsSync('/proc/self'))('ends where its folder can never be made', async () => {
    await expect(writeTree('/proc/subray/a.bvh', tree)).rejects.toThrow();
  });

  it('is not written where something else has its name, and leaves nothing unfinished', async () => {
    rmSync(file);
    mkdirSync(file);
    await expect(writeTree(file, tree)).rejects.toThrow();
    expect(readdirSync(join(folder, 'trees'))).toEqual([`${'a'.repeat(64)}.bvh`]);
  });
});
