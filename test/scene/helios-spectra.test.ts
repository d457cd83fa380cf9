import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { IDENTITY } from '../../src/base/affine.js';
import { linearSpectrumAt } from '../../src/material/spectrum/spectrum.js';
import { loadScene } from '../../src/node-surveys.js';
import { WHOLE } from '../support/reference-data.js';
import { temporaryFolder } from './scene-files.js';

const SPECTRA = join(WHOLE, 'helios/assets/data/spectra');
const isHere = existsSync(SPECTRA);
const NAMES = ['aluminum', 'asphalt', 'conifer', 'copper', 'deciduous', 'grass', 'grass_dry', 'shingle_gray', 'wood'];
/** Lines of a spectral file of HELIOS++ before its numbers. */
const HEAD = 26;
const folder = temporaryFolder();

/** Percent at a wavelength, on the straight line between the two numbers beside it. */
function percentAt(name: string, micrometres: number): number {
  const lines = readFileSync(join(SPECTRA, `${name}.txt`), 'utf8')
    .split(/\r?\n/)
    .slice(HEAD);
  const rows = lines.map((line) => line.trim().split(/\s+/).map(Number)).filter((row) => row.length === 2);
  const after = rows.findIndex(([wavelength]) => wavelength > micrometres);
  const [[x0, y0], [x1, y1]] = [rows[after - 1], rows[after]];
  return y0 + ((micrometres - x0) / (x1 - x0)) * (y1 - y0);
}

it.skipIf(!isHere)(
  `spectra of HELIOS++ are those of its files (skipped where ../shared/helios is not here)`,
  async () => {
    folder.write('m.mtl', NAMES.map((name) => `newmtl ${name}\nhelios_spectra ${name}\n`).join(''));
    const faces = NAMES.map((name) => `usemtl ${name}\nf 1 2 3\n`).join('');
    const path = folder.write('m.obj', `mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\n${faces}`);
    const place = { file: 'survey.yaml' };
    const { materials } = await loadScene({
      parts: [{ name: 'm', source: { kind: 'file', path }, transform: IDENTITY, placement: { kind: 'once' }, place }],
      labels: [],
      materials: [],
      materialFolders: [SPECTRA],
      physics: { gloss: 'plain', reflectance: 'as-written' },
    });
    for (const { name, scattering } of materials) {
      if (scattering.model !== 'helios-phong') throw new Error(`${name} is ${scattering.model}`);
      for (const nm of [532, 905, 1064, 1550])
        expect(linearSpectrumAt(scattering.reflectance, nm), `${name} at ${nm} nm`).toBeCloseTo(
          percentAt(name, nm / 1000),
          3,
        );
    }
    expect(materials).toHaveLength(NAMES.length);
  },
);
