import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { readReflectanceSpectrum } from '../../../src/material/read/read-reflectance-spectrum.js';
import { spectrumAt } from '../../../src/material/spectrum/spectrum.js';
import { importSpectrum } from '../../../src/node-surveys.js';
import { REFERENCE_DATA } from '../../support/reference-data.js';
import { asSpectrum, importFolder, readMaterial } from './import-folder.js';

const folder = importFolder();

describe('importSpectrum', () => {
  it('writes a Lambertian material that the catalogue reads', async () => {
    const rows = Array.from({ length: 301 }, (_, index) => `${400 + index} ${0.1 + index / 1000}`);
    const source = folder.write('Old Board.txt', `Wavelength(nm) Reflectance\n${rows.join('\n')}`);
    const { id, path, notes } = await importSpectrum(source, { folder: folder.path });
    expect(id).toBe('old-board');
    expect(path).toBe(join(folder.path, 'old-board.yaml'));
    const material = await readMaterial(path);
    expect(material).toMatchObject({ id, name: 'Old Board', source: 'Old Board; file Old Board.txt' });
    expect(material.scattering).toEqual({
      model: 'lambert',
      reflectance: { wavelengths: [400, 700], values: [0.1, 0.4] },
    });
    expect(notes).toEqual(['reflectance is taken as fractions of 1, by its size']);
    expect(await readFile(path, 'utf8')).toContain('# Imported: reflectance is taken as fractions of 1, by its size.');
  });

  it('takes a spectrum that gzip has compressed', async () => {
    const source = folder.write('chalk.txt.gz', gzipSync('500 0.1\n600 0.8\n'));
    const { id, path } = await importSpectrum(source, { folder: folder.path });
    expect(id).toBe('chalk');
    expect((await readMaterial(path)).name).toBe('chalk');
  });

  it('writes an Oren-Nayar material where a roughness is given, and takes what is said of it', async () => {
    const source = folder.write('sand.txt', '500 0.1\n600 0.8\n');
    const { path, notes } = await importSpectrum(source, {
      folder: folder.path,
      id: 'my-sand',
      name: 'Sand: "dry" #1',
      source: 'own measurement\nof 2024',
      licence: 'CC0',
      roughnessDeg: 30,
    });
    const material = await readMaterial(path);
    expect(material).toMatchObject({
      id: 'my-sand',
      name: 'Sand: "dry" #1',
      source: 'own measurement\nof 2024',
      licence: 'CC0',
    });
    // A = 1 − ½ σ²/(σ² + 0.33) = 0.77311 for σ = π/6: the whole has the spectrum along its
    // normal, but for faces above 1.
    expect(material.scattering).toMatchObject({ model: 'oren-nayar', roughness: 30 });
    const { values } = (material.scattering as { reflectance: { values: number[] } }).reflectance;
    expect([values[0], values.at(-1)]).toEqual([expect.closeTo(0.1 / 0.77311, 5), 1]);
    expect(notes).toContainEqual(expect.stringContaining('over 0.773'));
    expect(notes).toContainEqual(expect.stringContaining('1 is taken'));
    expect(material.unchecked).toContain('roughness 30 deg');
  });

  it('refuses a file of wavelengths that is missing, and says that one is not needed', async () => {
    const source = folder.write('copper.txt', '500 0.1\n600 0.8\n');
    const wavelengths = folder.write('of-the-library.txt', 'splib07a Record=1: Wavelengths\n 0.5\n 0.6\n');
    const missing = importSpectrum(source, { folder: folder.path, wavelengths: join(folder.path, 'no.txt') });
    await expect(missing).rejects.toThrow('cannot read the file: it does not exist');
    const { notes } = await importSpectrum(source, { folder: folder.path, wavelengths });
    expect(notes).toContain('it has wavelengths of its own: of-the-library.txt was not needed');
  });

  it('writes over nothing unless it is told to, and refuses ids that are none', async () => {
    const source = folder.write('clay.txt', '500 0.1\n600 0.2\n');
    await importSpectrum(source, { folder: folder.path });
    await importSpectrum(source, { folder: folder.path });
    folder.write('clay.txt', '500 0.1\n600 0.3\n');
    await expect(importSpectrum(source, { folder: folder.path })).rejects.toThrow(/already|exists/);
    await importSpectrum(source, { folder: folder.path, force: true });
    await expect(importSpectrum(source, { folder: folder.path, id: '../x' })).rejects.toThrow('found the id "../x"');
  });

  it('leaves out what no material file can hold', async () => {
    const source = folder.write('wide.txt', 'nm reflectance\n10 0.1\n400 0.2\n900 0.3\n200000 0.4\n');
    const { scattering } = await readMaterial((await importSpectrum(source, { folder: folder.path })).path);
    expect(scattering).toMatchObject({ reflectance: { wavelengths: [400, 900], values: [0.2, 0.3] } });
    const outer = folder.write('outer.txt', 'nm reflectance\n10 0.1\n200000 0.4\n');
    await expect(importSpectrum(outer, { folder: folder.path })).rejects.toThrow(
      'expected some between 300 and 2600 nm',
    );
  });

  it('writes nothing that could not be read back', async () => {
    const source = folder.write('loam.txt', '500 0.1\n600 0.2\n');
    const refusals = [
      [{ name: '' }, 'found the name "", expected a text of one line'],
      [{ licence: 'a\nb' }, 'found the licence "a\\nb", expected a text of one line'],
      [{ id: 'loam.yaml' }, 'found the id "loam.yaml", expected a name of lower-case letters'],
    ] as const;
    for (const [options, message] of refusals)
      await expect(importSpectrum(source, { folder: folder.path, ...options })).rejects.toThrow(message);
    await expect(readFile(join(folder.path, 'loam.yaml'))).rejects.toThrow('ENOENT');
  });

  it.each(REFERENCE_DATA)(
    'keeps an ECOSTRESS spectrum within 1e-4 ($name)',
    async ({ name: id, path: pathOf, isWhole }) => {
      const source = pathOf('ecostress/vegetation.tree.aloe.bainesii.all.jpl057.jpl.asdnicolet.spectrum.txt');
      const { path } = await importSpectrum(source, { folder: folder.path, id });
      const { name, source: text, licence, scattering } = await readMaterial(path);
      expect([name, licence]).toEqual(['Aloe bainesii', expect.stringContaining('citation')]);
      expect(text).toContain('sample JPL057; JPL; Bidirectional');
      if (scattering.model !== 'lambert' || typeof scattering.reflectance === 'number')
        throw new Error(scattering.model);
      const thin = asSpectrum(scattering.reflectance);
      const { spectrum } = await readReflectanceSpectrum(nodeFiles, source);
      if (isWhole) expect(thin.values.length).toBeLessThan(0.7 * spectrum.values.length);
      for (const [index, wavelength] of spectrum.wavelengthsNm.entries())
        expect(Math.abs(spectrumAt(thin, wavelength) - spectrum.values[index])).toBeLessThanOrEqual(1.001e-4);
    },
  );
});

it('keeps what a header says readable, however long it is', async () => {
  const source = folder.write('long.txt', `Name: Long\nDescription: ${'a b\n'.repeat(400_000)}X Units: um\n0.5 10\n`);
  const { path } = await importSpectrum(source, { folder: folder.path });
  expect((await readMaterial(path)).source).toMatch(/^Long; a b a b/);
  expect((await readFile(path)).length).toBeLessThan(4000);
});
