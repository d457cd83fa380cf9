import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { FileInfo, Files } from '../../../src/base/files/files.js';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { createWebFiles } from '../../../src/base/files/web-files.js';
import { readMaterialFile as readNow } from '../../../src/material/file/node-read-material.js';
import { npyBytes } from '../../../src/material/file/npy.js';
import { isBeside, isMaterialFile, readMaterialFile, readTablesOf } from '../../../src/material/file/read-material.js';
import { writeMeasuredMaterial } from '../../../src/material/file/write-measured-material.js';

const folder = mkdtempSync(join(tmpdir(), 'subray-read-material-'));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

const HEAD = 'id: chalk\nname: Chalk\nsource: a test\n';
const GREY = `${HEAD}scattering: { model: lambert, reflectance: 0.5 }\n`;
const tabled = (table: string) => `${HEAD}scattering: { model: measured, wavelengths: [905], table: ${table} }\n`;
const TABLE = npyBytes([1, 1, 3], Float32Array.of(0.3, 0.2, 0.1));

describe('readMaterialFile of any files', () => {
  mkdirSync(join(folder, 'below'));
  const beside = write('beside.yaml', tabled('chalk.npy'));
  write('chalk.npy', TABLE);
  write('below/chalk.npy', TABLE);

  it('reads the same as the one of this machine, its table too', async () => {
    for (const path of [beside, write('grey.yaml', GREY), write('below.yaml', tabled('below/chalk.npy'))]) {
      const material = await readMaterialFile(nodeFiles, path);
      expect(material).toEqual(readNow(path));
      expect(material.file).toBe(path);
    }
    const { scattering } = await readMaterialFile(nodeFiles, beside);
    expect(scattering).toMatchObject({ table: { phiCount: 1, thetaCount: 3, values: Float32Array.of(0.3, 0.2, 0.1) } });
  });

  it('reads files of a page', async () => {
    const files = createWebFiles({ sources: { 'a/chalk.yaml': tabled('chalk.npy'), 'a/chalk.npy': TABLE } });
    const { id, scattering } = await readMaterialFile(files, 'a/chalk.yaml');
    expect([id, scattering.model]).toEqual(['chalk', 'measured']);
  });

  it('refuses tables outside of its folder, by name or by link, and those that are not there', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'subray-outside-'));
    writeFileSync(join(outside, 'far.npy'), TABLE);
    symlinkSync(join(outside, 'far.npy'), join(folder, 'link.npy'));
    const up = write('below/up.yaml', tabled('../chalk.npy'));
    const linked = write('linked.yaml', tabled('link.npy'));
    for (const read of [async (path: string) => readNow(path), (path: string) => readMaterialFile(nodeFiles, path)]) {
      await expect(read(up)).rejects.toThrow('refers to "../chalk.npy", which is outside the file\'s own folder');
      await expect(read(linked)).rejects.toThrow('refers to "link.npy"');
      await expect(read(write('lost.yaml', tabled('none.npy')))).rejects.toThrow('cannot read the file');
      await expect(read(join(folder, 'none.yaml'))).rejects.toThrow('cannot read the file');
      await expect(read(join(folder, 'below'))).rejects.toThrow('found no regular file');
      await expect(read(write('large.yaml', ' '.repeat(2 ** 20 + 1)))).rejects.toThrow('found 1048577 bytes');
      await expect(read(write('full.yaml', GREY.padEnd(2 ** 20)))).resolves.toMatchObject({ id: 'chalk' });
    }
    rmSync(outside, { recursive: true });
  });
});

describe('readTablesOf', () => {
  const definition = { model: 'measured', wavelengths: [905], table: 'chalk.npy' } as const;

  it('reads the array that a definition names, and none without a name', async () => {
    const read = await readTablesOf(nodeFiles, folder, definition as never);
    expect(read?.('chalk.npy').shape).toEqual([1, 1, 3]);
    expect(await readTablesOf(nodeFiles, folder, { model: 'lambert', reflectance: 0.5 })).toBeUndefined();
  });

  it('reads no table that is too large', async () => {
    const stat = async (): Promise<FileInfo> => ({ kind: 'file', size: 5e8 + 1 }) as FileInfo;
    const files: Files = { ...nodeFiles, stat };
    await expect(readTablesOf(files, folder, definition as never)).rejects.toThrow('expected 500000000 at most');
  });
});

describe('isBeside', () => {
  it('holds for files in a folder or below, by their path and by the real one', () => {
    const real = { folder: '/real/m', target: '/real/m/x.npy' };
    expect(isBeside({ folder: '/m', target: '/m/a/x.npy' })).toBe(true);
    expect(isBeside({ folder: '/m', target: '/m' })).toBe(true);
    expect(isBeside({ folder: '/m', target: '/n/x.npy' })).toBe(false);
    expect(isBeside({ folder: '/m', target: '/mm/x.npy' })).toBe(false);
    expect(isBeside({ folder: '/m', target: '/m/x.npy', real })).toBe(true);
    expect(isBeside({ folder: '/m', target: '/n/x.npy', real })).toBe(false);
    expect(isBeside({ folder: '/m', target: '/m/x.npy', real: { ...real, target: '/etc/x' } })).toBe(false);
  });
});

it('isMaterialFile tells files from ids', () => {
  expect(['a.yaml', 'b/c.YML'].map(isMaterialFile)).toEqual([true, true]);
  expect(['brick', 'a.yaml.txt', 'yaml', 7, undefined].map(isMaterialFile)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});

describe('writeMeasuredMaterial', () => {
  const table = { wavelengthsNm: [905], phiCount: 1, thetaCount: 3, values: Float32Array.of(0.3, 0.2, 0.1) };
  const material = { id: 'lime', name: 'Lime', source: 'a test', table, comments: ['A note'] };

  it('writes a file that names its table beside it', async () => {
    const paths = await writeMeasuredMaterial(nodeFiles, folder, material);
    expect(paths).toEqual({ yaml: join(folder, 'lime.yaml'), table: join(folder, 'lime.npy') });
    const read = await readMaterialFile(nodeFiles, paths.yaml);
    expect(read).toMatchObject({
      id: 'lime',
      name: 'Lime',
      source: 'a test',
      scattering: { model: 'measured', table },
    });
  });

  it('leaves neither file if one of them cannot be finished', async () => {
    const done: string[] = [];
    const create = async (path: string) =>
      ({
        append: async () => {
          if (path.endsWith('.yaml')) throw new Error('the disk is full');
        },
        commit: async () => void done.push(`commit ${path}`),
        abort: async () => void done.push(`abort ${path}`),
      }) as never;
    const files = { ...nodeFiles, create, checkOutput: async () => {} } as unknown as Files;
    await expect(writeMeasuredMaterial(files, 'm', material)).rejects.toThrow('the disk is full');
    expect(done).toEqual(['abort m/lime.npy', 'abort m/lime.yaml']);
  });

  it('gives the table its name first', async () => {
    const done: string[] = [];
    const create = async (path: string) =>
      ({ append: async () => {}, commit: async () => void done.push(path), abort: async () => {} }) as never;
    const files = { ...nodeFiles, create, checkOutput: async () => {} } as unknown as Files;
    await writeMeasuredMaterial(files, 'm', material);
    expect(done).toEqual(['m/lime.npy', 'm/lime.yaml']);
  });
});
