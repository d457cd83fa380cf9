import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { readReflectanceSpectrum } from '../../../src/material/read/read-reflectance-spectrum.js';
import { spectrumAt } from '../../../src/material/spectrum/spectrum.js';
import { REFERENCE_DATA } from '../../support/reference-data.js';
import { straightLinesAt } from '../straight-lines.js';

const WAVELENGTHS = [532, 850, 905, 1064, 1550];
/** Percent, to one decimal, read off the files by linear interpolation. */
const TABLE: Readonly<Record<string, readonly number[]>> = {
  'aluminum.txt': [49.1, 53.8, 59.6, 71.0, 81.3],
  'asphalt.txt': [17.0, 26.9, 27.8, 30.2, 36.2],
  'conifer.txt': [10.3, 51.5, 51.5, 52.4, 18.8],
  'copper.txt': [12.9, 50.7, 54.5, 64.1, 78.1],
  'deciduous.txt': [10.4, 55.0, 55.4, 56.9, 25.3],
  'grass.txt': [9.7, 49.7, 50.9, 52.5, 24.3],
  'grass_dry.txt': [28.5, 56.6, 59.8, 65.0, 56.9],
  'shingle_gray.txt': [16.8, 19.1, 18.9, 18.8, 17.3],
  'jhu.becknic.rock.igneous.felsic.solid.granit1.spectrum.txt': [16.9, 16.0, 16.1, 15.5, 15.1],
  'rock.igneous.felsic.solid.all.granite_h1.jhu.becknic.spectrum.txt': [16.9, 16.0, 16.1, 15.5, 15.1],
  'vegetation.tree.aloe.bainesii.all.jpl057.jpl.asdnicolet.spectrum.txt': [11.7, 72.0, 70.3, 64.4, 9.7],
};
/** Half of the last digit, and a little for those of the table that were rounded twice. */
const ROUNDING_PERCENT = 0.055;
/** Largest difference of the curve from straight lines, for samples 20 nm apart. */
const CURVE_PERCENT = 0.11;

describe.each(REFERENCE_DATA)('ECOSTRESS files ($name)', (data) => {
  const folder = data.path('ecostress');

  it.each(Object.entries(TABLE))('%s has the reflectance of the table', async (file, percent) => {
    const { spectrum, library, facts } = await readReflectanceSpectrum(nodeFiles, join(folder, file));
    expect(library).toBe('ecostress');
    expect(facts.sample).not.toBe('');
    for (const [index, wavelength] of WAVELENGTHS.entries()) {
      const straight = 100 * straightLinesAt(spectrum, wavelength);
      expect(Math.abs(straight - percent[index]), `${wavelength} nm`).toBeLessThanOrEqual(ROUNDING_PERCENT);
      const curve = 100 * spectrumAt(spectrum, wavelength);
      expect(Math.abs(curve - straight), `${wavelength} nm`).toBeLessThanOrEqual(CURVE_PERCENT);
    }
  });

  it('say what was measured', async () => {
    const aloe = await readReflectanceSpectrum(
      nodeFiles,
      join(folder, 'vegetation.tree.aloe.bainesii.all.jpl057.jpl.asdnicolet.spectrum.txt'),
    );
    expect(aloe.name).toBe('Aloe bainesii');
    expect(aloe.facts.subclass).toBe('Aloe bainesii');
    expect(aloe.facts.owner).toBe('JPL');
    const metal = await readReflectanceSpectrum(nodeFiles, join(folder, 'aluminum.txt'));
    expect(metal.facts.description).toBe(
      'Bare aluminum metal that is weathered and scratched/scored. From electronics, roofings, switch covers.',
    );
  });
});
