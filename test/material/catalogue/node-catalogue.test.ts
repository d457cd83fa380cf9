import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { folderFault, listMaterials as listFrom, materialNames } from '../../../src/material/catalogue/catalogue.js';
import { findMaterialOrFile, listMaterials, materialListings } from '../../../src/material/catalogue/node-catalogue.js';

const folder = mkdtempSync(join(tmpdir(), 'subray-catalogue-'));
afterAll(() => rmSync(folder, { recursive: true }));

const chalk = join(folder, 'a.YML');
writeFileSync(chalk, 'id: chalk\nname: Chalk\nsource: a test\nscattering: { model: lambert, reflectance: 0.9 }\n');
const slow = 'scattering: { model: lambert, reflectance: { wavelengths: [500, 900], values: [0.1, 0.2] } }\n';
writeFileSync(join(folder, 'b.yaml'), `id: aaa\nname: First\nsource: a test\n${slow}`);
writeFileSync(join(folder, 'notes.txt'), 'no material');

describe('materialListings', () => {
  it('tells model, range and file of each material, in order of their ids', () => {
    const listings = materialListings([folder]);
    const ids = listings.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort());
    expect(listings[0]).toEqual({
      id: 'aaa',
      name: 'First',
      model: 'lambert',
      rangeNm: [500, 900],
      file: join(folder, 'b.yaml'),
    });
    expect(listings.find(({ id }) => id === 'chalk')).toEqual({
      id: 'chalk',
      name: 'Chalk',
      model: 'lambert',
      file: chalk,
    });
    expect(listings).toHaveLength(materialListings([]).length + 2);
  });
});

describe('findMaterialOrFile', () => {
  it('reads a path of a YAML file, and looks any other word up', () => {
    expect(findMaterialOrFile(chalk, []).name).toBe('Chalk');
    expect(findMaterialOrFile('chalk', [folder]).file).toBe(chalk);
    expect(() => findMaterialOrFile('chalk', [])).toThrow('found "chalk", expected a material of the catalogue');
    expect(() => findMaterialOrFile(join(folder, 'none.yaml'), [folder])).toThrow('cannot read the file');
  });
});

describe('listMaterials of any files', () => {
  it('lists the same as the one of this machine', async () => {
    expect(await listFrom(nodeFiles, [folder])).toEqual(listMaterials([folder]));
    expect(await listFrom(nodeFiles)).toBe(listMaterials());
  });

  it('refuses folders that it cannot read, and ids that two files of one have', async () => {
    await expect(listFrom(nodeFiles, [join(folder, 'none')])).rejects.toThrow('cannot read the folder of materials');
    const twins = mkdtempSync(join(tmpdir(), 'subray-twins-'));
    for (const name of ['a.yaml', 'b.yaml'])
      writeFileSync(
        join(twins, name),
        'id: chalk\nname: Chalk\nsource: a test\nscattering: { model: lambert, reflectance: 0.9 }\n',
      );
    await expect(listFrom(nodeFiles, [twins])).rejects.toThrow('found the id "chalk", which a.yaml has, too');
    rmSync(twins, { recursive: true });
  });
});

describe('the files of a folder of materials', () => {
  it('are those of YAML, in order', () => {
    const names = ['b.yaml', 'c.yaml.bak', 'a.YML', 'd.yaml~', 'notes.txt'];
    expect(materialNames(names)).toEqual(['a.YML', 'b.yaml']);
  });

  it('cannot be read: the folder is named', () => {
    expect(folderFault('my/materials', new Error('no')).format()).toMatch(/^my\/materials: cannot read the folder/);
  });
});
