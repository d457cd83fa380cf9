import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { checkDocument } from '../../../src/base/yaml/check-document.js';
import { readYamlFile } from '../../../src/base/yaml/yaml-document.js';
import { materialSchema } from '../../../src/material/file/material-schema.js';
import { readRefractiveIndex } from '../../../src/material/import/import-refractive-index.js';
import { idOf } from '../../../src/material/import/imported-material.js';
import { importRefractiveIndex, importSpectrum } from '../../../src/material/import/node-import.js';
import { readReflectanceSpectrum } from '../../../src/material/read/read-reflectance-spectrum.js';
import { spectrumAt } from '../../../src/material/spectrum/spectrum.js';
import { REFERENCE_DATA } from '../../support/reference-data.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The material file at `path`, as the catalogue reads it. */
const readMaterial = async (path: string) => checkDocument(materialSchema, await readYamlFile(nodeFiles, path));

interface Curve {
  wavelengths: number[];
  values: number[];
}
const asSpectrum = (curve: Curve) => ({ wavelengthsNm: curve.wavelengths, values: curve.values });

async function write(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text);
  return join(folder, name);
}

describe('importSpectrum', () => {
  it('writes a Lambertian material that the catalogue reads', async () => {
    const rows = Array.from({ length: 301 }, (_, index) => `${400 + index} ${0.1 + index / 1000}`);
    const source = await write('Old Board.txt', `Wavelength(nm) Reflectance\n${rows.join('\n')}`);
    const { id, path, notes } = await importSpectrum(source, { folder });
    expect(id).toBe('old-board');
    expect(path).toBe(join(folder, 'old-board.yaml'));
    const material = await readMaterial(path);
    expect(material).toMatchObject({ id, name: 'Old Board', source: 'Old Board; file Old Board.txt' });
    expect(material.scattering).toEqual({
      model: 'lambert',
      reflectance: { wavelengths: [400, 700], values: [0.1, 0.4] },
    });
    expect(notes).toEqual(['reflectance is taken as fractions of 1, by its size']);
    expect(await readFile(path, 'utf8')).toContain('# Imported: reflectance is taken as fractions of 1, by its size.');
  });

  it('writes an Oren-Nayar material where a roughness is given, and takes what is said of it', async () => {
    const source = await write('sand.txt', '500 0.1\n600 0.8\n');
    const { path, notes } = await importSpectrum(source, {
      folder,
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
    // A = 1 − ½ σ²/(σ² + 0.33) = 0.77311 for σ = π/6: the whole has the spectrum along its normal, but for faces above 1.
    expect(material.scattering).toMatchObject({ model: 'oren-nayar', roughness: 30 });
    const { values } = (material.scattering as { reflectance: { values: number[] } }).reflectance;
    expect([values[0], values.at(-1)]).toEqual([expect.closeTo(0.1 / 0.77311, 5), 1]);
    expect(notes).toContainEqual(expect.stringContaining('over 0.773'));
    expect(notes).toContainEqual(expect.stringContaining('1 is taken'));
    expect(material.unchecked).toContain('roughness 30 deg');
  });

  it('writes over nothing unless it is told to, and refuses ids that are none', async () => {
    const source = await write('clay.txt', '500 0.1\n600 0.2\n');
    await importSpectrum(source, { folder });
    await importSpectrum(source, { folder });
    await write('clay.txt', '500 0.1\n600 0.3\n');
    await expect(importSpectrum(source, { folder })).rejects.toThrow(/already|exists/);
    await importSpectrum(source, { folder, force: true });
    await expect(importSpectrum(source, { folder, id: '../x' })).rejects.toThrow('found the id "../x"');
  });

  it('leaves out what no material file can hold', async () => {
    const source = await write('wide.txt', 'nm reflectance\n10 0.1\n400 0.2\n900 0.3\n200000 0.4\n');
    const { scattering } = await readMaterial((await importSpectrum(source, { folder })).path);
    expect(scattering).toMatchObject({ reflectance: { wavelengths: [400, 900], values: [0.2, 0.3] } });
    const outer = await write('outer.txt', 'nm reflectance\n10 0.1\n200000 0.4\n');
    await expect(importSpectrum(outer, { folder })).rejects.toThrow('expected some between 300 and 2600 nm');
  });

  it('writes nothing that could not be read back', async () => {
    const source = await write('loam.txt', '500 0.1\n600 0.2\n');
    const refusals = [
      [{ name: '' }, 'found the name "", expected a text of one line'],
      [{ licence: 'a\nb' }, 'found the licence "a\\nb", expected a text of one line'],
      [{ id: 'loam.yaml' }, 'found the id "loam.yaml", expected a name of lower-case letters'],
    ] as const;
    for (const [options, message] of refusals)
      await expect(importSpectrum(source, { folder, ...options })).rejects.toThrow(message);
    await expect(readFile(join(folder, 'loam.yaml'))).rejects.toThrow('ENOENT');
  });

  it.each(REFERENCE_DATA)(
    'keeps an ECOSTRESS spectrum within 1e-4 ($name)',
    async ({ name: id, path: pathOf, isWhole }) => {
      const source = pathOf('ecostress/vegetation.tree.aloe.bainesii.all.jpl057.jpl.asdnicolet.spectrum.txt');
      const { path } = await importSpectrum(source, { folder, id });
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

it.skipIf(process.platform === 'win32')(
  'does not wait for a pipe that stands where a material is to be written',
  async () => {
    const source = await write('tin.txt', '500 0.1\n600 0.2\n');
    execFileSync('mkfifo', [join(folder, 'tin.yaml')]);
    await expect(importSpectrum(source, { folder })).rejects.toThrow('the file exists');
  },
);

it('keeps what a header says readable, however long it is', async () => {
  const source = await write('long.txt', `Name: Long\nDescription: ${'a b\n'.repeat(400_000)}X Units: um\n0.5 10\n`);
  const { path } = await importSpectrum(source, { folder });
  expect((await readMaterial(path)).source).toMatch(/^Long; a b a b/);
  expect((await readFile(path)).length).toBeLessThan(4000);
});

describe('importRefractiveIndex', () => {
  it('names the lines of what no material can have', async () => {
    const table =
      'DATA:\n  - type: tabulated nk\n    data: |\n        0.5 1.5 0.1\n        0.9 150 0.1\n        1.5 1.5 101\n';
    const source = await write('Odd.yml', table);
    await expect(importRefractiveIndex(source, { folder })).rejects.toThrow(
      'found n = 150 at 900 nm, expected 100 at most',
    );
    // Metals have that k in the far infrared, where no laser is.
    const far = await write(
      'Far.yml',
      table.replace('0.9 150', '0.9 1.5').replace('1.5 1.5 101', '2.7 1.5 9\n        90 1.5 101'),
    );
    expect((await importRefractiveIndex(far, { folder })).id).toBe('far');
  });

  it('refuses files that are too large before it reads them', async () => {
    const source = await write('Large.yml', `DATA: [${'1,'.repeat(2 ** 19)}1]`);
    await expect(importRefractiveIndex(source, { folder })).rejects.toThrow(
      'expected a text file of at most 1048576 bytes',
    );
  });

  it('refuses a roughness that no material has', async () => {
    const source = await write('Oil.yml', 'DATA:\n  - type: tabulated n\n    data: |\n        0.5 1.5\n');
    for (const roughness of [0, 20])
      await expect(importRefractiveIndex(source, { folder, roughness })).rejects.toThrow(
        `found the roughness ${roughness}, expected a root mean square slope from 0.001 to 2`,
      );
    await expect(readFile(join(folder, 'oil.yaml'))).rejects.toThrow('ENOENT');
  });

  it('writes a Cook-Torrance material that the catalogue reads', async () => {
    const source = await write(
      'Glass.yml',
      'REFERENCES: A. Nobody (1999)\nDATA:\n  - type: tabulated n\n    data: |\n        0.5 1.5\n        0.6 1.4\n',
    );
    const { path } = await importRefractiveIndex(source, { folder, distribution: 'ggx', roughness: 0.05 });
    const material = await readMaterial(path);
    expect(material).toMatchObject({
      id: 'glass',
      source: 'refractiveindex.info database: Glass; A. Nobody (1999)',
      licence: 'CC0 1.0',
      scattering: {
        model: 'cook-torrance',
        diffuse: 0,
        index: { n: { wavelengths: [500, 600], values: [1.5, 1.4] }, k: 0 },
        roughness: 0.05,
        distribution: 'ggx',
      },
    });
  });

  const INDICES = ['main/H2O/nk/Segelstein.yml', 'specs/schott/optical/N-BK7.yml', 'main/Al/nk/Rakic.yml'];
  it.each(REFERENCE_DATA.flatMap((data) => INDICES.map((file, k) => ({ ...data, file, id: `${data.name}-${k}` }))))(
    'keeps n within 1e-5 and k within 1e-3 of $file ($name)',
    async ({ path: pathOf, file, id }) => {
      const source = join(pathOf('refractiveindex'), file);
      const { path } = await importRefractiveIndex(source, { folder, id });
      const { scattering, unchecked } = await readMaterial(path);
      expect(unchecked).toContain('roughness 0.2 is assumed');
      if (scattering.model !== 'cook-torrance' || scattering.index === undefined) throw new Error(scattering.model);
      const { index } = await readRefractiveIndex(nodeFiles, source);
      for (const [part, absolute, relative] of [
        ['n', 1e-5, 1e-6],
        ['k', 0, 1.001e-3],
      ] as const) {
        const [thin, full] = [scattering.index[part], index[part]];
        if (typeof thin === 'number' || typeof full === 'number') throw new Error(part);
        for (const [sample, wavelength] of full.wavelengthsNm.entries()) {
          const value = full.values[sample];
          const difference = Math.abs(spectrumAt(asSpectrum(thin), wavelength) - value);
          expect(difference, `${part} at ${wavelength} nm`).toBeLessThanOrEqual(absolute + relative * value);
        }
      }
    },
  );
});

describe('idOf', () => {
  it('makes a name for a catalogue of any text', () => {
    expect(idOf('H2O, Hale')).toBe('h2o-hale');
    expect(idOf('  Ähre & Stängel.2 ')).toBe('hre-st-ngel.2');
    expect(idOf('(C5H8O2)n - poly(methyl methacrylate), Beadie')).toBe('c5h8o2-n-poly-methyl-methacrylate-beadie');
    expect(idOf('…')).toBe('material');
  });
});
