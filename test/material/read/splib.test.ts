import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { readReflectanceSpectrum } from '../../../src/material/read/read-reflectance-spectrum.js';
import {
  combineSplib,
  isSplib,
  isWavelengthFile,
  parseSplibColumn,
  splibInstrument,
} from '../../../src/material/read/splib.js';

const SPECTRUM =
  ' splib07a Record=18587: Cotton_Fabric GDS437 White      ASDFRa AREF\n 5.3e-001\n -1.2300000e+034\n 6.0e-001\n';
const WAVELENGTHS = ' splib07a Record=1: Wavelengths ASD 3 ch\n 5.0e-001\n 6.0e-001\n 7.0e-001\n';

describe('splib07 text', () => {
  it('is told from columns', () => {
    expect(isSplib(SPECTRUM)).toBe(true);
    expect(isSplib('title\n0.5 10\n')).toBe(false);
    expect(isSplib('0.5\n10\n')).toBe(false);
    expect(isSplib('')).toBe(false);
  });

  it('is joined with its wavelengths, without deleted channels', () => {
    const { name, facts, library, spectrum, notes } = combineSplib(
      parseSplibColumn(SPECTRUM, 's.txt'),
      parseSplibColumn(WAVELENGTHS, 'w.txt'),
      's.txt',
      'w.txt',
    );
    expect(name).toBe('Cotton Fabric GDS437 White ASDFRa');
    expect(facts).toEqual({
      owner: 'U.S. Geological Survey',
      sample: 'Record=18587',
      measurement: 'absolute reflectance',
    });
    expect(library).toBe('splib07');
    expect(spectrum).toEqual({ wavelengthsNm: [500, 700], values: [0.53, 0.6] });
    expect(notes).toEqual(['wavelengths are those of w.txt', '1 deleted channel left out']);
  });

  it('knows the line of each value, blank ones counted', () => {
    expect(parseSplibColumn('\n t\n\n0.1\n\n0.2\n', 's.txt')).toEqual({
      title: 't',
      values: [0.1, 0.2],
      lines: [4, 6],
    });
  });

  it('leaves out channels whose wavelength is deleted, and needs no blank after the record', () => {
    const text = 's Record=5:Red_Brick AREF\n0.1\n0.2\n0.3\n';
    const waves = parseSplibColumn(WAVELENGTHS.replace('5.0e-001', '-1.2300000e+034'), 'w.txt');
    const { name, spectrum } = combineSplib(parseSplibColumn(text, 's.txt'), waves, 's.txt', 'w.txt');
    expect(name).toBe('Red Brick');
    expect(spectrum).toEqual({ wavelengthsNm: [600, 700], values: [0.2, 0.3] });
  });

  it('refuses transmittance, words among numbers, and other counts', () => {
    const waves = parseSplibColumn(WAVELENGTHS, 'w.txt');
    const combine = (text: string) => () => combineSplib(parseSplibColumn(text, 's.txt'), waves, 's.txt', 'w.txt');
    expect(combine(SPECTRUM.replace('AREF', 'TRAN'))).toThrow(/transmittance/);
    expect(combine('t\n0.1\n0.2\n')).toThrow('found 2 values, but 3 wavelengths in w.txt');
    expect(combine('t\n0.1\nword\n0.2\n')).toThrow('found "word", expected one number a line');
    expect(combine('t AREF\n0.1\n-0.5\n0.2\n')).toThrow('found the reflectance -0.5 at 600 nm');
  });

  it('has names that say what a file is', () => {
    const names = {
      'splib07a_Wavelengths_ASD_0.35-2.5_microns_2151_ch.txt': 'ASD',
      'splib07b_Wavelengths_BECK_Beckman_interp._3961_ch.txt': 'BECK',
      'splib07a_Wavelengths_NIC4_Nicolet_1.12-216microns.txt': 'NIC4',
      'splib07a_Wavelengths_AVIRIS_1996_0.37-2.5_microns.txt': 'AVIRIS',
      's07_AV95_Wavelengths_in_microns_224ch_AVIRIS95.1.txt': 'AVIRIS',
    };
    for (const [name, instrument] of Object.entries(names)) {
      expect(isWavelengthFile(name), name).toBe(true);
      expect(splibInstrument(name), name).toBe(instrument);
    }
    expect(isWavelengthFile('splib07a_Bandpass_(FWHM)_ASDFR_StandardResolution.txt')).toBe(false);
    expect(splibInstrument('splib07a_Lawn_Grass_GDS91_green_BECKa_AREF.txt')).toBe('BECK');
    expect(splibInstrument('splib07a_Cotton_Fabric_GDS437_White_ASDFRa_AREF.txt')).toBe('ASD');
  });
});

describe('readReflectanceSpectrum of splib07', () => {
  const folders: string[] = [];
  afterEach(async () => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  });

  /** A folder with these files; the path of the first. */
  async function lay(files: Readonly<Record<string, string>>): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'splib-'));
    folders.push(folder);
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    return join(folder, Object.keys(files)[0]);
  }

  const NAME = 'lib/ChapterA_ArtificialMaterials/splib07a_Cotton_Fabric_GDS437_White_ASDFRa_AREF.txt';
  const ASD = 'lib/splib07a_Wavelengths_ASD_0.35-2.5_microns_2151_ch.txt';
  const BECK = 'lib/splib07a_Wavelengths_BECK_Beckman_0.2-3.0_microns.txt';

  it('finds the wavelengths in the folder above by their number', async () => {
    const path = await lay({ [NAME]: SPECTRUM, [ASD]: WAVELENGTHS, [BECK]: 'w\n0.1\n0.2\n' });
    const { spectrum, notes } = await readReflectanceSpectrum(nodeFiles, path);
    expect(spectrum.wavelengthsNm).toEqual([500, 700]);
    expect(notes[0]).toContain('Wavelengths_ASD');
  });

  it('and, where several fit, by the instrument', async () => {
    const path = await lay({ [NAME]: SPECTRUM, [BECK]: 'w\n0.8\n0.9\n1.0\n', [ASD]: WAVELENGTHS });
    expect((await readReflectanceSpectrum(nodeFiles, path)).spectrum.wavelengthsNm).toEqual([500, 700]);
  });

  it('takes the file that is named', async () => {
    const path = await lay({ [NAME]: SPECTRUM, 'w.txt': WAVELENGTHS });
    const wavelengths = join(path, '../../../w.txt');
    expect((await readReflectanceSpectrum(nodeFiles, path, { wavelengths })).spectrum.values).toEqual([0.53, 0.6]);
  });

  it('says what is missing', async () => {
    const path = await lay({ [NAME]: SPECTRUM, [BECK]: 'w\n0.1\n' });
    await expect(readReflectanceSpectrum(nodeFiles, path)).rejects.toThrow('found 3 values without wavelengths');
    const twice = await lay({
      [NAME]: SPECTRUM,
      'lib/a_Wavelengths_1.txt': WAVELENGTHS,
      'lib/b_Wavelengths_2.txt': WAVELENGTHS,
    });
    await expect(readReflectanceSpectrum(nodeFiles, twice)).rejects.toThrow('found several files of 3 wavelengths');
  });

  it('refuses folders, binary files and files that are not there', async () => {
    const path = await lay({ 'x.txt': 'a\u0000\u0001b' });
    await expect(readReflectanceSpectrum(nodeFiles, path)).rejects.toThrow(
      'found the control character 0x00, expected a text file',
    );
    await expect(readReflectanceSpectrum(nodeFiles, dirname(path))).rejects.toThrow('found a folder');
    await expect(readReflectanceSpectrum(nodeFiles, `${path}x`)).rejects.toThrow('it does not exist');
  });

  it('reads headers in the western code page of Windows', async () => {
    const path = await lay({ 'x.txt': '' });
    await writeFile(path, Buffer.from('Name: Stra\xdfe\n500 0.1\n600 0.2\n', 'latin1'));
    expect((await readReflectanceSpectrum(nodeFiles, path)).name).toBe('Straße');
  });
});
