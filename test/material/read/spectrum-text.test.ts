import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import { parseSpectrumText } from '../../../src/material/read/spectrum-text.js';

const HEADER = [
  'Name:  Painted Board',
  'Type:  Manmade materials',
  'Class:  General ',
  'Subclass:  Paint',
  'Particle Size: Solid',
  'Sample No.:  0001XYZ',
  'Owner:  A Laboratory',
  'Wavelength Range:  All',
  'Origin: Bought in a shop: on the ',
  'corner of 5 10 street.',
  'Description:  Weathered and ',
  'scratched.',
  '',
  '',
  'Measurement:  Directional (10 Degree) Hemispherical Reflectance',
  'First Column:  X',
  'Second Column:  Y  ',
];
const UNITS = ['X Units:  Wavelength (micrometers)', 'Y Units:  Reflectance (percent)'];
const REST = ['First X Value:  0.5', 'Last X Value: 0.7', 'Number of X Values: 3', 'Additional Information:  None', ''];

const aster = (rows: readonly string[], units: readonly string[] = UNITS) =>
  [...HEADER, ...units, ...REST, ...rows].join('\n');

const CURVE = { wavelengthsNm: [500, 600, 700], values: [0.1, 0.2, 0.3] };

function messageOf(text: string): string {
  try {
    parseSpectrumText(text, 'a.txt');
  } catch (error) {
    if (error instanceof UserError) return error.format();
    throw error;
  }
  return 'no error';
}

describe('parseSpectrumText, ECOSTRESS and ASTER', () => {
  it('reads header, wrapped lines and columns', () => {
    const { name, facts, library, spectrum, notes } = parseSpectrumText(
      aster(['0.5\t10', '0.6\t20\t', '0.7\t30 \t ', '\t']),
      'a.txt',
    );
    expect(name).toBe('Painted Board');
    expect(library).toBe('ecostress');
    expect(facts).toEqual({
      type: 'Manmade materials',
      class: 'General',
      subclass: 'Paint',
      sample: '0001XYZ',
      owner: 'A Laboratory',
      origin: 'Bought in a shop: on the corner of 5 10 street.',
      description: 'Weathered and scratched.',
      measurement: 'Directional (10 Degree) Hemispherical Reflectance',
    });
    expect(spectrum).toEqual(CURVE);
    expect(notes).toEqual([]);
  });

  it.each(['Wavenumber', 'Wave number (1/cm)', 'cm^-1', 'cm -1', 'cm ^-1', 'Frequency (Hz)'])(
    'refuses %s as the first column',
    (unit) => {
      const text = aster(['0.5 10', '0.6 20', '0.7 30'], [`X Units: ${unit}`, UNITS[1]]);
      expect(messageOf(text)).toContain('as the first column, expected wavelengths');
    },
  );

  it('reads on behind a line of the header that has two numbers only', () => {
    const text = aster(['0.5 10', '0.6 20', '0.7 30']).replace('corner of 5 10 street.', '5 10');
    expect(parseSpectrumText(text, 'a.txt').spectrum).toEqual(CURVE);
  });

  it('reads falling wavelengths, byte order marks and lines of DOS', () => {
    const text = `\ufeff${aster(['0.7000\t 30', '0.6000\t 20', ' 0.5000\t10'])}`.replaceAll('\n', '\r\n');
    expect(parseSpectrumText(text, 'a.txt').spectrum).toEqual(CURVE);
  });

  it('reads the keys of new files: genus and species, units without a blank', () => {
    const lines = [
      'Name: Aloe',
      'Type: vegetation',
      'Genus: Aloe',
      'Species: bainesii',
      'Sample No.: S1',
      'Collection Date: 2/2/2016',
      'X Units: Wavelength (micrometer)',
      'Y Units:Reflectance (percentage)',
      '',
      ' 0.5 10',
      ' 0.6 20',
      ' 0.7 30',
    ];
    const { facts, spectrum } = parseSpectrumText(lines.join('\n'), 'a.txt');
    expect(facts.subclass).toBe('Aloe bainesii');
    expect(spectrum).toEqual(CURVE);
    const ofGenus = lines.filter((line) => !line.startsWith('Species'));
    expect(parseSpectrumText(ofGenus.join('\n'), 'a.txt').facts.subclass).toBe('Aloe');
  });

  it('believes the units of the header, not the size of the numbers', () => {
    const units = ['X Units: Wavelength (nanometers)', 'Y Units: Reflectance (fraction)'];
    expect(parseSpectrumText(aster(['500 0.1', '600 0.2', '700 0.3'], units), 'a.txt').spectrum).toEqual(CURVE);
    const dark = parseSpectrumText(aster(['0.5 1.1', '0.7 1.5']), 'a.txt').spectrum;
    expect(dark.values).toEqual([0.011, 0.015]);
  });

  it('averages repeated wavelengths and says so', () => {
    const { spectrum, notes } = parseSpectrumText(aster(['0.5 10', '0.6 19', '0.6 21', '0.7 30']), 'a.txt');
    expect(spectrum).toEqual(CURVE);
    expect(notes).toEqual(['1 repeated wavelength averaged']);
  });

  it('keeps what lies between 300 and 2600 nm, and one sample on either side', () => {
    const rows = ['0.1 1', '0.2 2', '0.29 3', '0.5 10', '2.5 20', '2.7 30', '5 90', '14 99'];
    expect(parseSpectrumText(aster(rows), 'a.txt').spectrum.wavelengthsNm).toEqual([290, 500, 2500, 2700]);
  });

  it('sets noise below 0 and factors above 1 to these and says so', () => {
    const { spectrum, notes } = parseSpectrumText(aster(['0.5 -0.3', '0.6 20', '0.7 104']), 'a.txt');
    expect(spectrum.values).toEqual([0, 0.2, 1]);
    expect(notes).toEqual(['1 sample below 0 set to 0', '1 sample above 1 set to 1']);
  });

  it.each([
    ['Y Units: Emissivity (percent)', 'found "Emissivity (percent)" as the second column'],
    ['X Units: Wavenumber (cm-1)', 'found "Wavenumber (cm-1)" as the first column'],
  ])('refuses %s', (unit, message) => {
    expect(messageOf(aster(['0.5 10', '0.6 20'], [...UNITS, unit]))).toContain(message);
  });
});

describe('parseSpectrumText, plain columns', () => {
  it.each([
    ['micrometres and percent', '0.5 10\n0.6 20\n0.7 30'],
    ['nanometres and fractions', '500\t0.1\n600\t0.2\n700\t0.3'],
    ['commas', '500,0.1\n600, 0.2\n700,0.3\n'],
    ['semicolons with decimal commas', '0,5;10\n0,6;20,0\n0,7;30'],
    ['comments', '# a comment 1 2\n0.5 10\n# another\n0.6 20\n\n0.7 30'],
    ['exponents', '5.0e-1 1e1\n6e-1 2E+1\n.7 30.'],
  ])('reads %s', (_what, text) => {
    const { spectrum, notes, library } = parseSpectrumText(text, 'a.txt');
    expect(spectrum).toEqual(CURVE);
    expect(library).toBeUndefined();
    expect(notes).toHaveLength(2);
  });

  it('reads a CSV file by the names above its columns', () => {
    const text = 'no,std,Reflectance [%],Wavelength (nm)\n1,9,10,500\n2,9,20,600\n3,9,30,700';
    const { spectrum, notes } = parseSpectrumText(text, 'a.csv');
    expect(spectrum).toEqual(CURVE);
    expect(notes).toEqual(['of 4 columns "Reflectance [%]" is taken for the reflectance']);
  });

  it('finds names above blank lines', () => {
    const text = 'reflectance,wavelength_nm\n\n \n0.1,500\n0.2,600\n0.3,700\n';
    expect(parseSpectrumText(text, 'a.csv').spectrum).toEqual(CURVE);
  });

  it('takes units from names that blanks part', () => {
    const { spectrum, notes } = parseSpectrumText('wavelength_nm reflectance_pct\n500 1\n600 1.5', 'a.txt');
    expect(spectrum).toEqual({ wavelengthsNm: [500, 600], values: [0.01, 0.015] });
    expect(notes).toEqual([]);
  });

  it('takes units from one name alone, and from names that do not fit the columns', () => {
    const read = (title: string) => parseSpectrumText(`${title}\n500 0.5\n600 0.25`, 'a.txt').spectrum.values;
    expect(read('x y')).toEqual([0.5, 0.25]);
    expect(read('x reflectance_pct')).toEqual([0.005, 0.0025]);
    expect(read('wavelength in nm and reflectance in %')).toEqual([0.005, 0.0025]);
  });

  it('takes no units from a title', () => {
    const { spectrum, notes } = parseSpectrumText('Sand at 50% moisture, sieved\n500 0.1\n600 0.2\n700 0.3', 'a.txt');
    expect(spectrum).toEqual(CURVE);
    expect(notes).toContain('reflectance is taken as fractions of 1, by its size');
  });

  it('leaves out deleted channels', () => {
    const { spectrum, notes } = parseSpectrumText('500 0.1\n550 -1.23e34\n600 0.2\n700 0.3', 'a.txt');
    expect(spectrum).toEqual(CURVE);
    expect(notes).toContain('1 deleted channel left out');
  });
});

describe('parseSpectrumText on bad input', () => {
  it.each([
    ['', 'a.txt: found no line of two numbers'],
    ['only words\nand more', 'found no line of two numbers'],
    ['title\n0.1\n0.2', 'the wavelengths are missing'],
    ['500 0.1\n600 abc\n700 0.3', 'a.txt:2: found "abc", expected a number'],
    ['500 0.1\n600\n700 0.3', 'a.txt:2: found 1 number, expected 2'],
    ['500 0.1\n600 0.2 0.3\n700 0.3', 'a.txt:2: found 3 numbers, expected 2'],
    ['500 0.1\n600 -0.2\n700 0.3', 'a.txt:2: found the reflectance -0.2 at 600 nm, expected -0.01 to 1.2'],
    ['500 10\n600 -20\n700 30', 'a.txt:2: found the reflectance -20 % at 600 nm, expected -1 to 120 %'],
    ['500 0.1\n600 1.3', 'a.txt:2: found the reflectance 1.3 at 600 nm'],
    ['500 10\n600 130', 'a.txt:2: found the reflectance 130 % at 600 nm'],
    ['500 0.1\n-600 0.2', 'a.txt:2: found the wavelength -600'],
    ['0 0.1\n600 0.2', 'a.txt:1: found the wavelength 0'],
    ['3000 0.1\n4000 0.2', 'found reflectance from 3000 to 4000 nm, expected some between 300 and 2600 nm'],
    ['500 -1.23e34\n600 -1.23e34', 'found no reflectance in it'],
    ['500 0.1\n600 NaN', 'a.txt:2: found "NaN"'],
    ['500 x\n600 y', 'found no line of two numbers'],
  ])('%j', (text, message) => {
    expect(messageOf(text)).toContain(message);
  });

  it('collects the lines at fault', () => {
    const message = messageOf('500 0.1\n600 a\n700 0.3\n800');
    expect(message).toContain('2 faults');
    expect(message).toContain('a.txt:4: found 1 number');
  });

  it('ends with a message, or a sound spectrum, whatever is cut off or changed (seed 7)', () => {
    const text = aster(['0.5\t10', '0.6\t20', '0.7\t30']);
    let state = 7;
    const below = (limit: number) => {
      state = (state * 48271) % 2147483647;
      return state % limit;
    };
    const letters = '0123456789.-e\t\n :;,%#"\ufeff\u0000é';
    for (let round = 0; round < 1500; round++) {
      const at = below(text.length);
      const inserted = Array.from({ length: below(4) }, () => letters[below(letters.length)]).join('');
      const changed = text.slice(0, at) + inserted + text.slice(at + below(30));
      try {
        const { spectrum } = parseSpectrumText(changed, 'a.txt');
        expect(
          spectrum.values.every((value) => value >= 0 && value <= 1),
          changed,
        ).toBe(true);
        const rising = spectrum.wavelengthsNm.every((value, index, all) => index === 0 || value > all[index - 1]);
        expect(rising, changed).toBe(true);
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
      }
    }
  });

  it('takes long lines of anything in little time', () => {
    const started = performance.now();
    for (const line of [' ', '1', ';', ',', '.', ':', '-', '# '])
      messageOf(`500 0.1\n1${line.repeat(300_000)}x\n${line.repeat(300_000)}`);
    expect(performance.now() - started).toBeLessThan(3000);
  });
});
