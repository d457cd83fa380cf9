import { describe, expect, it } from 'vitest';
import { materialFileText } from '../../../src/material/file/material-text.js';

const CHALK = { id: 'chalk', name: 'Chalk', source: 'a test', scattering: { model: 'lambert', reflectance: 0.5 } };

describe('materialFileText', () => {
  it('writes maps, texts and numbers, and leaves out what is undefined', () => {
    expect(materialFileText('chalk.yaml', { ...CHALK, licence: undefined }, [])).toBe(
      'id: chalk\nname: Chalk\nsource: a test\nscattering:\n  model: lambert\n  reflectance: 0.5\n',
    );
  });

  it('begins with its comments, one line each', () => {
    const text = materialFileText('chalk.yaml', CHALK, ['One\n  line', 'Another']);
    expect(text.split('\n').slice(0, 3)).toEqual(['# One line', '# Another', 'id: chalk']);
  });

  it.each([
    ['White chalk_2-b', 'White chalk_2-b'],
    ['yes', '"yes"'],
    ['NULL', '"NULL"'],
    ['nulls', 'nulls'],
    ['on top', 'on top'],
    ['a', '"a"'],
    ['2 chalk', '"2 chalk"'],
    ['chalk: dry', '"chalk: dry"'],
    ['chalk #1', '"chalk #1"'],
    ['ends with -', '"ends with -"'],
  ])('writes the name %s as %s', (name, written) => {
    expect(materialFileText('chalk.yaml', { ...CHALK, name }, [])).toContain(`\nname: ${written}\n`);
  });

  it('wraps lists of numbers at 120 characters', () => {
    const wavelengths = Array.from({ length: 60 }, (_, k) => 400 + k);
    const values = wavelengths.map(() => 0.25);
    const scattering = { model: 'lambert', reflectance: { wavelengths, values } };
    const lines = materialFileText('chalk.yaml', { ...CHALK, scattering }, []).split('\n');
    const first = lines.findIndex((line) => line.startsWith('    wavelengths: ['));
    // 18 characters, then "400," and 19 times " 401,": 4 + 19 · 5 = 99; one more would make 122.
    expect(lines[first]).toBe(`    wavelengths: [${wavelengths.slice(0, 20).join(', ')},`);
    // 6 blanks, then the same: 22 numbers end at 115, 23 at 120.
    expect(lines[first + 1]).toBe(`      ${wavelengths.slice(20, 43).join(', ')},`);
    expect(lines[first + 1]).toHaveLength(120);
    expect(lines[first + 2]).toBe(`      ${wavelengths.slice(43).join(', ')}]`);
    expect(lines[first + 3]).toMatch(/^ {4}values: \[0\.25, /);
  });

  it('refuses what could not be read back, with the place in it', () => {
    expect(() => materialFileText('chalk.yaml', { ...CHALK, id: 'Chalk' }, [])).toThrow(
      'expected a name of lower-case',
    );
    const note = 'x'.repeat(2 ** 20);
    expect(() => materialFileText('chalk.yaml', CHALK, [note])).toThrow('bytes to write, expected 1048576 at most');
  });
});
