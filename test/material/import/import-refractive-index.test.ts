import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { readRefractiveIndex } from '../../../src/material/import/import-refractive-index.js';
import { spectrumAt } from '../../../src/material/spectrum/spectrum.js';
import { importRefractiveIndex } from '../../../src/node-surveys.js';
import { REFERENCE_DATA } from '../../support/reference-data.js';
import { asSpectrum, importFolder, readMaterial } from './import-folder.js';

const folder = importFolder();

describe('importRefractiveIndex', () => {
  it('names the lines of what no material can have', async () => {
    const table =
      'DATA:\n  - type: tabulated nk\n    data: |\n        0.5 1.5 0.1\n        0.9 150 0.1\n        1.5 1.5 101\n';
    const source = folder.write('Odd.yml', table);
    await expect(importRefractiveIndex(source, { folder: folder.path })).rejects.toThrow(
      'found n = 150 at 900 nm, expected 100 at most',
    );
    // Metals have that k in the far infrared, where no laser is.
    const far = folder.write(
      'Far.yml',
      table.replace('0.9 150', '0.9 1.5').replace('1.5 1.5 101', '2.7 1.5 9\n        90 1.5 101'),
    );
    expect((await importRefractiveIndex(far, { folder: folder.path })).id).toBe('far');
  });

  it('refuses files that are too large before it reads them', async () => {
    const source = folder.write('Large.yml', `DATA: [${'1,'.repeat(2 ** 19)}1]`);
    await expect(importRefractiveIndex(source, { folder: folder.path })).rejects.toThrow(
      'expected a text file of at most 1048576 bytes',
    );
  });

  it('refuses a roughness that no material has', async () => {
    const source = folder.write('Oil.yml', 'DATA:\n  - type: tabulated n\n    data: |\n        0.5 1.5\n');
    for (const roughness of [0, 20])
      await expect(importRefractiveIndex(source, { folder: folder.path, roughness })).rejects.toThrow(
        `found the roughness ${roughness}, expected a root mean square slope from 0.001 to 2`,
      );
    await expect(readFile(join(folder.path, 'oil.yaml'))).rejects.toThrow('ENOENT');
  });

  it('writes a Cook-Torrance material that the catalogue reads', async () => {
    const source = folder.write(
      'Glass.yml',
      'REFERENCES: A. Nobody (1999)\nDATA:\n  - type: tabulated n\n    data: |\n        0.5 1.5\n        0.6 1.4\n',
    );
    const { path } = await importRefractiveIndex(source, { folder: folder.path, distribution: 'ggx', roughness: 0.05 });
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
      const { path } = await importRefractiveIndex(source, { folder: folder.path, id });
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
