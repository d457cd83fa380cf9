import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { SILENT_LOG } from '../../../src/base/log.js';
import { importMaterial, measurementKind } from '../../../src/material/import/import-material.js';
import { rglFile } from '../../support/tensor-files.js';
import { importFolder, readMaterial } from './import-folder.js';

const folder = importFolder();
const options = { files: nodeFiles, folder: folder.path, log: SILENT_LOG };

describe('measurementKind', () => {
  it.each([
    ['paint.bsdf', 'bsdf'],
    ['PAINT.BSDF', 'bsdf'],
    ['nk/Hale.yml', 'refractive-index'],
    ['Hale.YAML', 'refractive-index'],
    ['brick.spectrum.txt', 'spectrum'],
    ['bsdf', 'spectrum'],
    ['a.yml.csv', 'spectrum'],
  ])('takes %s for %s', (file, kind) => expect(measurementKind(file)).toBe(kind));
});

describe('importMaterial', () => {
  it('imports a spectrum, with its roughness in degrees', async () => {
    const source = folder.write('loam.txt', '500 0.1\n600 0.2\n');
    const { id, path } = await importMaterial(source, { ...options, roughness: 20, licence: 'CC0' });
    expect(id).toBe('loam');
    expect(await readMaterial(path)).toMatchObject({
      licence: 'CC0',
      scattering: { model: 'oren-nayar', roughness: 20 },
    });
  });

  it('imports n and k, with its roughness as a slope', async () => {
    const source = folder.write('Oil.yml', 'DATA:\n  - type: tabulated n\n    data: |\n        0.5 1.5\n');
    const { path } = await importMaterial(source, { ...options, id: 'oil-2', roughness: 0.3 });
    expect(await readMaterial(path)).toMatchObject({
      id: 'oil-2',
      scattering: { model: 'cook-torrance', roughness: 0.3 },
    });
  });

  it('imports measured scattering, and tells the size of its table', async () => {
    const even = join(folder.path, 'even_spec.bsdf');
    writeFileSync(even, rglFile({ f: () => 0.1, size: 2, wavelengthsNm: [400.04, 500, 600.26] }));
    const { id, path, notes } = await importMaterial(even, options);
    expect([id, path]).toEqual(['even', join(folder.path, 'even.yaml')]);
    const numbers = join(folder.path, 'even.npy');
    expect(notes).toEqual([`3 wavelengths from 400 to 600.3 nm, isotropic, 91 angles; numbers in ${numbers}`]);
    copyFileSync(even, join(folder.path, 'again.bsdf'));
    await importMaterial(join(folder.path, 'again.bsdf'), options);
    writeFileSync(join(folder.path, 'again.bsdf'), rglFile({ f: () => 0.2, size: 2 }));
    await expect(importMaterial(join(folder.path, 'again.bsdf'), options)).rejects.toThrow('exists');
    await importMaterial(join(folder.path, 'again.bsdf'), { ...options, force: true });
  });

  it('tells the azimuths of a surface that has them, and that a file is RGB', async () => {
    const turn = Array.from({ length: 9 }, (_, k) => (Math.PI * (k - 4)) / 4);
    const file = join(folder.path, 'brushed_rgb.bsdf');
    writeFileSync(file, rglFile({ f: () => 0.1, phi: turn, size: 2, rgb: true }));
    const { notes } = await importMaterial(file, options);
    const numbers = join(folder.path, 'brushed.npy');
    expect(notes).toEqual([`3 wavelengths of RGB, 72 azimuths, 91 angles; numbers in ${numbers}`]);
  });
});
