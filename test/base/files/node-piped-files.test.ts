import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OutputFile } from '../../../src/base/files/files.js';
import { pipedFiles } from '../../../src/base/files/node-piped-files.js';
import { SILENT_LOG } from '../../../src/base/log.js';
import { temporaryFolder } from '../../io/sample-cloud.js';

const root = temporaryFolder();
const before = process.env.TMPDIR;
let number = 0;
let folder: string;
beforeEach(() => {
  folder = join(root, `tmp-${number++}`);
  mkdirSync(folder);
  process.env.TMPDIR = folder;
});
afterEach(() => {
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
});

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** A pipe that keeps its input. */
function pipe() {
  const taken: Buffer[] = [];
  const write = async (bytes: Uint8Array) => void taken.push(Buffer.from(bytes));
  return { files: pipedFiles(write), text: () => Buffer.concat(taken).toString() };
}

describe('standard output as a file', () => {
  it('waits without a name until it is complete, with the bytes that were written again', async () => {
    const { files, text } = pipe();
    const file = await files.create('-');
    await file.append(bytesOf('0 points: '));
    await file.append(bytesOf('a b c'));
    await file.writeAt(bytesOf('3'), 0);
    expect([text(), file.size, readdirSync(folder)]).toEqual(['', 15, []]);
    await file.commit();
    expect(text()).toBe('3 points: a b c');
    expect(file.path).toBe('standard output');
  });

  it('hands on more bytes than are copied at a time', async () => {
    const { files, text } = pipe();
    const file = await files.create('-');
    const block = 'x'.repeat(700_000);
    for (const end of ['a', 'b', 'c']) await file.append(bytesOf(block + end));
    await file.commit();
    expect(text() === `${block}a${block}b${block}c`).toBe(true);
  });

  it('hands on at once what is only appended to, at the pace of the reader', async () => {
    const waiting: (() => void)[] = [];
    const files = pipedFiles(() => new Promise((resolve) => waiting.push(resolve)));
    const file = await files.create('-', { appendOnly: true });
    let done = false;
    const appended = file.append(bytesOf('a')).then(() => {
      done = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([waiting.length, done]).toEqual([1, false]);
    waiting[0]();
    await appended;
    await file.commit();
    expect(waiting).toHaveLength(1);
    await expect(file.writeAt(bytesOf('b'), 0)).rejects.toThrow('not written again');
  });

  it('has scratch files, gone with it', async () => {
    const { files } = pipe();
    const file = await files.create('-', { appendOnly: true });
    const scratch = await file.openScratch();
    await scratch.write(bytesOf('abc'), 0);
    const found = new Uint8Array(2);
    await scratch.read(found, 1);
    expect(Buffer.from(found).toString()).toBe('bc');
    await file.abort();
    await expect(scratch.read(found, 0)).rejects.toThrow();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('names the folder of temporary files that takes none', async () => {
    process.env.TMPDIR = join(folder, 'none');
    await expect(pipe().files.create('-')).rejects.toMatchObject({
      message: 'cannot write: there is no such file or folder',
      place: { file: join(folder, 'none') },
      hint: expect.stringMatching(
        /waits in this folder .*: set the environment variable (TMPDIR|TEMP) to a folder with /,
      ),
    });
  });

  it('is no file of this name, and in nobody’s way', async () => {
    const { files } = pipe();
    expect(await files.identify('-')).not.toBe(await files.identify('./-'));
    await files.checkOutput('-');
    await files.recover(['.'], SILENT_LOG);
    expect(files.folder).toBe(process.cwd());
  });
});

describe('standard output in a set', () => {
  const write = async (file: OutputFile, text: string) => {
    await file.append(bytesOf(text));
    await file.commit();
  };

  it('is handed on with the commit of the set', async () => {
    const { files, text } = pipe();
    const set = files.openSet();
    await write(await set.create('-'), 'abc');
    expect(text()).toBe('');
    await set.commit();
    expect(text()).toBe('abc');
  });

  it('is nothing after an abort', async () => {
    const { files, text } = pipe();
    const set = files.openSet();
    await write(await set.create('-'), 'abc');
    await set.abort();
    await set.abort();
    expect([text(), readdirSync(folder)]).toEqual(['', []]);
  });

  it('has no file beside it', async () => {
    const { files } = pipe();
    const set = files.openSet();
    await set.create('-');
    await expect(set.create(join(folder, 'beside.txt'))).rejects.toThrow(
      'cannot write: it would lie beside standard output, which is one file',
    );
    await set.abort();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves sets of files as they are', async () => {
    const { files, text } = pipe();
    const set = files.openSet();
    await write(await set.create(join(folder, 'a')), 'abc');
    expect(existsSync(join(folder, 'a'))).toBe(false);
    await set.commit();
    expect([readFileSync(join(folder, 'a'), 'utf8'), text()]).toEqual(['abc', '']);
  });

  it('fails with the error of the pipe, and leaves nothing', async () => {
    const files = pipedFiles(async () => {
      throw new Error('closed');
    });
    const set = files.openSet();
    await write(await set.create('-'), 'abc');
    await expect(set.commit()).rejects.toThrow('closed');
    expect(readdirSync(folder)).toEqual([]);
  });
});
