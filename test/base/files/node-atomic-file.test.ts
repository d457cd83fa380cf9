import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import { AtomicFile } from '../../../src/base/files/node-atomic-file.js';
import { checkOutputPath } from '../../../src/base/files/node-output-path.js';
import { processTag } from '../../../src/base/files/node-process-tag.js';
import { removeTemporaryFiles } from '../../../src/base/files/node-temporary.js';
import type { OutputHandle } from '../../../src/base/files/node-unnamed-file.js';
import { BlockBuffer } from '../../../src/io/bytes/block-buffer.js';
import { temporaryFolder } from '../../io/sample-cloud.js';

const folder = temporaryFolder();
let folders = 0;
function emptyFolder(): string {
  const path = join(folder, String(folders++));
  mkdirSync(path);
  return path;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The user error of a promise that has to fail, as the user sees it. */
async function messageOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UserError);
  return (error as UserError).format();
}

const failing = (code: string): Error => Object.assign(new Error(code), { code });

describe('AtomicFile', () => {
  it('is there under its final name only after commit', async () => {
    const dir = emptyFolder();
    const path = join(dir, 'cloud.las');
    const file = await AtomicFile.create(path);
    await file.append(bytes('????, world'));
    await file.writeAt(bytes('well'), 0);
    const [temporary, ...others] = readdirSync(dir);
    expect(temporary).toMatch(new RegExp(`^\\.cloud\\.las\\.${processTag()}-[0-9a-f]{12}\\.tmp$`));
    expect(others).toEqual([]);
    await file.commit();
    expect(readdirSync(dir)).toEqual(['cloud.las']);
    expect(readFileSync(path, 'utf8')).toBe('well, world');
    expect(file.size).toBe(11);
  });

  it('leaves nothing after abort, also twice and after writes', async () => {
    const dir = emptyFolder();
    const file = await AtomicFile.create(join(dir, 'cloud.las'));
    await file.append(bytes('half'));
    await file.abort();
    await file.abort();
    expect(readdirSync(dir)).toEqual([]);
  });

  it('keeps the finished file when abort comes after commit', async () => {
    const dir = emptyFolder();
    const file = await AtomicFile.create(join(dir, 'cloud.las'));
    await file.commit();
    await file.abort();
    expect(readdirSync(dir)).toEqual(['cloud.las']);
  });

  it.each(['commit', 'abort'] as const)('has scratch files without a name, which go with %s', async (end) => {
    const dir = emptyFolder();
    const file = await AtomicFile.create(join(dir, 'cloud.las'));
    const scratch = await file.openScratch();
    const other = await file.openScratch();
    await scratch.write(bytes('well, world'), 0);
    await other.write(bytes('other'), 3);
    await scratch.write(bytes('?'), 4);
    expect(readdirSync(dir)).toHaveLength(1);
    const target = new Uint8Array(6);
    await scratch.read(target, 3);
    expect(new TextDecoder().decode(target)).toBe('l? wor');
    await file[end]();
    await expect(scratch.read(target, 3)).rejects.toThrow();
    expect(readdirSync(dir)).toEqual(end === 'commit' ? ['cloud.las'] : []);
    expect(await messageOf(other.write(bytes('late'), 0))).toContain('cloud.las');
  });

  it('removes scratch files of a dead process that died before they lost their names', async () => {
    const dir = emptyFolder();
    const tag = processTag().split('-');
    const dead = ['.cloud.las.', [...tag.slice(0, 2), '99999999', tag[3]].join('-'), '-0badc0de0bad.tmp'].join('');
    writeFileSync(join(dir, dead), 'file');
    writeFileSync(join(dir, `${dead}-0badc0de0bad.tmp`), 'scratch');
    const file = await AtomicFile.create(join(dir, 'cloud.las'));
    await file.commit();
    expect(readdirSync(dir)).toEqual(['cloud.las']);
  });

  it('leaves, where the process dies before commit, nothing that keeps the next one from writing', async () => {
    const dir = emptyFolder();
    const path = join(dir, 'cloud.las');
    const dead = await AtomicFile.create(path);
    await dead.append(bytes('half'));
    // A crash now leaves the present state of the disk.
    expect(readdirSync(dir).every((name) => name.endsWith('.tmp'))).toBe(true);
    const next = await AtomicFile.create(path);
    await next.append(bytes('whole'));
    await next.commit();
    expect(readFileSync(path, 'utf8')).toBe('whole');
    await dead.abort();
  });

  it('gives two writers of one path a file each; the second to finish is refused', async () => {
    const dir = emptyFolder();
    const path = join(dir, 'cloud.las');
    const [first, second] = [await AtomicFile.create(path), await AtomicFile.create(path)];
    await Promise.all([first.append(bytes('first')), second.append(bytes('second'))]);
    await first.commit();
    expect(await messageOf(second.commit())).toContain('the file exists');
    expect(readFileSync(path, 'utf8')).toBe('first');
    expect(readdirSync(dir)).toEqual(['cloud.las']);
  });

  it('replaces a file, and what a symbolic link points to, with force', async () => {
    const dir = emptyFolder();
    writeFileSync(join(dir, 'real.las'), 'old');
    symlinkSync(join(dir, 'real.las'), join(dir, 'link.las'));
    const file = await AtomicFile.create(join(dir, 'link.las'), { force: true });
    await file.append(bytes('new'));
    await file.commit();
    expect(readFileSync(join(dir, 'real.las'), 'utf8')).toBe('new');
    expect(readdirSync(dir).sort()).toEqual(['link.las', 'real.las']);
  });

  it('takes long names', async () => {
    const name = `${'ö'.repeat(120)}.las`;
    const dir = emptyFolder();
    const file = await AtomicFile.create(join(dir, name));
    await file.commit();
    expect(readdirSync(dir)).toEqual([name]);
  });

  it('goes on where a system call took less than it was given', async () => {
    const dir = emptyFolder();
    const path = join(dir, 'cloud.las');
    const openTemporary = async (name: string): Promise<OutputHandle> => {
      const handle = await open(name, 'wx');
      const write = (data: Uint8Array, offset: number, length: number, position: number) =>
        handle.write(data, offset, Math.min(length, 3), position);
      return { write: write as OutputHandle['write'], sync: () => handle.sync(), close: () => handle.close() };
    };
    const file = await AtomicFile.create(path, { openTemporary });
    await file.append(bytes('a longer text'));
    await file.commit();
    expect(readFileSync(path, 'utf8')).toBe('a longer text');
  });
});

describe('AtomicFile on a device that fails', () => {
  it.skipIf(!existsSync('/dev/full'))('says that there is no space left (needs /dev/full)', async () => {
    const file = await AtomicFile.create(join(emptyFolder(), 'cloud.las'), {
      openTemporary: () => open('/dev/full', 'w'),
    });
    const message = await messageOf(file.append(bytes('a')));
    expect(message).toMatch(/cloud\.las: cannot write: no space left on the device\n {2}free some space/);
    await file.abort();
  });

  it.each([
    ['ENOSPC', 'no space left'],
    ['EACCES', 'permission denied'],
    ['EROFS', 'read-only'],
    ['EIO', 'input/output error'],
    ['EXYZ', 'EXYZ'],
  ])('turns %s into a message with the path', async (code, text) => {
    const path = join(emptyFolder(), 'cloud.las');
    const message = await messageOf(AtomicFile.create(path, { openTemporary: () => Promise.reject(failing(code)) }));
    expect(message).toContain(`${path}: cannot write: `);
    expect(message).toContain(text);
  });

  it('removes the temporary file when the last sync fails', async () => {
    const dir = emptyFolder();
    const openTemporary = async (name: string): Promise<OutputHandle> => {
      const handle = await open(name, 'wx');
      return {
        write: handle.write.bind(handle),
        sync: () => Promise.reject(failing('ENOSPC')),
        close: () => handle.close(),
      };
    };
    const file = await AtomicFile.create(join(dir, 'cloud.las'), { openTemporary });
    expect(await messageOf(file.commit())).toContain('no space left');
    expect(readdirSync(dir)).toEqual([]);
  });
});

describe('AtomicFile of many bytes', () => {
  const part = new Uint8Array(16 << 20);

  /** A file whose flushes are counted; those that `fails` is true for fail. */
  async function countedFile(dir: string, fails: (flush: number) => boolean) {
    const counted = { flushes: 0 };
    const openTemporary = async (name: string): Promise<OutputHandle> => {
      const handle = await open(name, 'wx');
      const sync = () => (fails(counted.flushes++) ? Promise.reject(failing('EIO')) : handle.sync());
      return { write: handle.write.bind(handle), sync, close: () => handle.close() };
    };
    return { counted, file: await AtomicFile.create(join(dir, 'cloud.las'), { openTemporary }) };
  }

  it('is flushed to the device while it grows', async () => {
    const dir = emptyFolder();
    const { counted, file } = await countedFile(dir, () => false);
    await file.append(part);
    expect(counted.flushes).toBe(0);
    await file.append(part);
    expect(counted.flushes).toBe(1);
    await file.commit();
    expect(counted.flushes).toBe(2);
    expect(readdirSync(dir)).toEqual(['cloud.las']);
  });

  it('is not taken for whole where a flush on the way failed and the last one did not', async () => {
    const dir = emptyFolder();
    const { file } = await countedFile(dir, (flush) => flush === 0);
    await file.append(part);
    await file.append(part);
    expect(await messageOf(file.commit())).toContain('input/output error');
    expect(readdirSync(dir)).toEqual([]);
  });
});

describe('checkOutputPath', () => {
  it('accepts a new file in a folder', async () => {
    await expect(checkOutputPath(join(emptyFolder(), 'cloud.las'))).resolves.toBeUndefined();
  });

  it('refuses what is there, unless forced', async () => {
    const path = join(emptyFolder(), 'cloud.las');
    writeFileSync(path, '');
    expect(await messageOf(checkOutputPath(path))).toMatch(/cloud\.las: cannot write: the file exists\n.*--force/);
    await expect(checkOutputPath(path, { force: true })).resolves.toBeUndefined();
  });

  it('refuses folders, also with force', async () => {
    expect(await messageOf(checkOutputPath(emptyFolder(), { force: true }))).toContain('it is a folder');
  });

  it('refuses devices, also with force', async () => {
    expect(await messageOf(checkOutputPath('/dev/null', { force: true }))).toContain('not a regular file');
  });

  it('refuses a folder that is not there, or is a file', async () => {
    const dir = emptyFolder();
    writeFileSync(join(dir, 'file'), '');
    expect(await messageOf(checkOutputPath(join(dir, 'none', 'cloud.las')))).toContain('there is no folder');
    expect(await messageOf(checkOutputPath(join(dir, 'file', 'cloud.las')))).toContain('is not a folder');
  });

  it.skipIf(process.getuid?.() === 0)('refuses a folder without permission (not as root)', async () => {
    const dir = join(emptyFolder(), 'closed');
    mkdirSync(dir, { mode: 0o500 });
    expect(await messageOf(checkOutputPath(join(dir, 'cloud.las')))).toContain('permission denied');
  });

  it('refuses a link that leads nowhere, forced or not', async () => {
    const path = join(emptyFolder(), 'link.las');
    symlinkSync('nowhere', path);
    expect(await messageOf(checkOutputPath(path))).toContain('the file exists');
    expect(await messageOf(checkOutputPath(path, { force: true }))).toContain('it is a link to nowhere');
  });
});

describe('removeTemporaryFiles', () => {
  it('removes what is unfinished and nothing else', async () => {
    const dir = emptyFolder();
    const finished = await AtomicFile.create(join(dir, 'finished'));
    await finished.commit();
    const aborted = await AtomicFile.create(join(dir, 'aborted'));
    await aborted.abort();
    writeFileSync(aborted.temporaryPath, 'of somebody else');
    await AtomicFile.create(join(dir, 'unfinished'));
    removeTemporaryFiles();
    expect(readdirSync(dir).sort()).toEqual([basename(aborted.temporaryPath), 'finished']);
  });
});

describe('BlockBuffer', () => {
  it('reports the failure of a write under way at the next flush', async () => {
    const fail: OutputHandle = {
      write: () => Promise.reject(failing('ENOSPC')),
      sync: () => Promise.resolve(),
      close: () => Promise.resolve(),
    };
    const file = await AtomicFile.create(join(emptyFolder(), 'c.las'), { openTemporary: () => Promise.resolve(fail) });
    const buffer = new BlockBuffer(file, 4);
    await buffer.append(bytes('1234'));
    await buffer.flush();
    expect(await messageOf(buffer.append(bytes('5678')).then(() => buffer.drain()))).toContain('no space left');
    await buffer.settle();
  });

  it('keeps the order over many blocks', async () => {
    const path = join(emptyFolder(), 'c.txt');
    const file = await AtomicFile.create(path);
    const buffer = new BlockBuffer(file, 7);
    const text = 'the quick brown fox jumps over the lazy dog';
    for (const word of text.split(/(?<= )/)) await buffer.append(bytes(word));
    await buffer.drain();
    await file.commit();
    expect(readFileSync(path, 'utf8')).toBe(text);
  });
});
