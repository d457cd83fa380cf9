import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { confineFiles } from '../../../src/base/files/confined-files.js';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { writeWhole } from '../../../src/base/files/text-file.js';
import { SILENT_LOG } from '../../../src/base/log.js';

const root = mkdtempSync(join(tmpdir(), 'subray-confined-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const folder = join(root, 'survey');
const out = join(root, 'out');
for (const path of [folder, out, join(folder, 'models'), join(root, 'survey-secret')]) mkdirSync(path);
writeFileSync(join(folder, 'models/a.obj'), 'a');
writeFileSync(join(root, 'secret.txt'), 'secret');
writeFileSync(join(root, 'survey-secret/s.txt'), 'secret');
symlinkSync(join(root, 'secret.txt'), join(folder, 'link.txt'));
symlinkSync(root, join(folder, 'up'));
symlinkSync(join(folder, 'models'), join(folder, 'inside'));
symlinkSync(join(root, 'later.txt'), join(folder, 'later.txt'));
symlinkSync(folder, join(root, 'alias'));

const files = await confineFiles(nodeFiles, { read: [folder], write: out });

const OUTSIDE = [
  '../secret.txt',
  'models/../../secret.txt',
  'up/secret.txt',
  'up/nothing/at/all',
  'link.txt',
  '../survey-secret/s.txt',
  `../${basename(root)}x`,
  '/etc/passwd',
  '/proc/self/environ',
  `${root}/secret.txt`,
  '/',
  '..',
  'models/a.obj\0.txt',
];

describe('files below a folder', () => {
  it.each(['models/a.obj', './models//a.obj', 'models/../models/a.obj', 'inside/a.obj', 'up/survey/models/a.obj'])(
    'are read: %s',
    async (name) => {
      expect(await files.read(join(folder, name))).toEqual(Uint8Array.of(97));
      expect((await files.stat(`${folder}/${name}`)).size).toBe(1);
    },
  );

  it('are read by another name of the folder, if that is the one given', async () => {
    const aliased = await confineFiles(nodeFiles, { read: [join(root, 'alias')] });
    expect((await aliased.read(join(root, 'alias/models/a.obj'))).length).toBe(1);
    expect((await aliased.read(join(folder, 'models/a.obj'))).length).toBe(1);
    await expect(aliased.read(join(root, 'alias/../secret.txt'))).rejects.toMatchObject({ code: 'EOUTSIDE' });
  });

  it('lack those that do not exist', async () => {
    await expect(files.read(join(folder, 'none.obj'))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(files.stat(join(folder, 'none/none.obj'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('a file outside', () => {
  it.each(OUTSIDE)('is neither read nor looked at: %j', async (name) => {
    const path = name.startsWith('/') ? name : `${folder}/${name}`;
    for (const read of [files.read, files.open, files.stat, files.realPath, files.list, files.taken])
      await expect((read as (path: string) => Promise<unknown>)(path)).rejects.toMatchObject({ code: 'EOUTSIDE' });
  });

  it('shows in no answer whether it exists', async () => {
    const message = async (path: string) => files.stat(path).catch(({ message }) => message);
    expect(await message(join(folder, 'up/nothing'))).toBe(await message(join(folder, 'up/secret.txt')));
  });

  it.each([...OUTSIDE, 'later.txt', 'models/a.obj', 'new.las', '../out/../survey/new.las'])(
    'is not written: %j',
    async (name) => {
      const path = name.startsWith('/') ? name : `${folder}/${name}`;
      const refused = { message: expect.stringMatching(/^cannot write: it lies outside of the folder of the outputs/) };
      await expect(files.checkOutput(path, { force: true })).rejects.toMatchObject(refused);
      await expect(files.create(path, { force: true })).rejects.toMatchObject(refused);
      await expect(files.remove(path)).rejects.toMatchObject(refused);
      await expect(files.removeFolder(path)).rejects.toMatchObject(refused);
      const set = files.openSet({ force: true });
      await expect(set.create(path)).rejects.toMatchObject(refused);
      await expect(set.remove(path)).rejects.toMatchObject(refused);
      await set.abort();
    },
  );

  it('is not recovered', async () => {
    const asked: string[][] = [];
    const watched = await confineFiles(
      { ...nodeFiles, folder: nodeFiles.folder, recover: async (folders) => void asked.push([...folders]) },
      { read: [folder], write: out },
    );
    await watched.recover([folder, out, join(out, 'a'), '/etc', join(out, '..')], SILENT_LOG);
    expect(asked).toEqual([[out, join(out, 'a')]]);
  });
});

describe('outputs', () => {
  it('are written below their folder, and read there', async () => {
    await writeWhole(files, join(out, 'a.las'), Uint8Array.of(1, 2));
    expect((await files.read(join(out, 'a.las'))).length).toBe(2);
    const set = files.openSet();
    const file = await set.create(join(out, 'clouds/b.las'));
    await file.append(Uint8Array.of(1));
    await file.commit();
    await set.commit();
    expect((await files.stat(join(out, 'clouds/b.las'))).size).toBe(1);
  });

  it('are not written through a link that leads out', async () => {
    symlinkSync(root, join(out, 'up'));
    await expect(files.create(join(out, 'up/x.las'))).rejects.toThrow(/outside/);
    await expect(files.openSet().create(join(out, 'up/new/x.las'))).rejects.toThrow(/outside/);
  });

  it('have no place where nothing is written', async () => {
    const reading = await confineFiles(nodeFiles, { read: [folder] });
    await expect(reading.create(join(folder, 'a.las'))).rejects.toThrow(/outside of the folder of the outputs/);
    // But a path can be asked about, even that of a file that is there.
    await reading.checkOutput(join(folder, 'models/a.obj'));
    await expect(reading.checkOutput(join(folder, '../a.las'))).rejects.toThrow(/outside/);
  });
});
