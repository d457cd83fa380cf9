import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import { parseYaml } from '../../../src/base/yaml/yaml-document.js';
import { plainText } from '../../../src/material/read/plain-text.js';
import { parseRefractiveIndex } from '../../../src/material/read/refractive-index.js';
import { spectrumAt, spectrumRange } from '../../../src/material/spectrum/spectrum.js';

const parse = (text: string) => parseRefractiveIndex(parseYaml(text, 'a.yml'));

const GLASS = `# a comment
REFERENCES: |
    M. Rubin.
    Optical properties of soda lime silica glasses.
    <a href="https://doi.org/10.1016/0165-1633(85)90052-8"><i>Sol. Energy Mater.</i> <b>12</b>, 275-288 (1985)</a><br>
COMMENTS: |
    Fe<sub>2</sub>O<sub>3</sub> &lt; 1 %
DATA:
  - type: formula 5
    wavelength_range: 0.31 4.6
    coefficients: 1.5130 -0.003169 2 0.003962 -2
  - type: tabulated k
    data: |
        0.31 5.0E-5
        0.53 1.0E-7

        4.60 2.0E-2
CONDITIONS:
    temperature: 300
`;

function messageOf(text: string): string {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof UserError) return error.format();
    throw error;
  }
  return 'no error';
}

describe('parseRefractiveIndex', () => {
  it('joins a formula for n with a table of k', () => {
    const { index, references, comments, notes } = parse(GLASS);
    // 1.5130 − 0.003169·x² + 0.003962/x² at 0.905 µm, by hand.
    expect(spectrumAt(index.n, 905)).toBeCloseTo(1.513 - 0.003169 * 0.819025 + 0.003962 / 0.819025, 9);
    expect(spectrumRange(index.n)).toEqual([310, 2600]);
    expect(index.k).toEqual({ wavelengthsNm: [310, 530, 4600], values: [5e-5, 1e-7, 2e-2] });
    expect(references).toBe(
      'M. Rubin. Optical properties of soda lime silica glasses. Sol. Energy Mater. 12, 275-288 (1985) doi:10.1016/0165-1633(85)90052-8',
    );
    expect(comments).toBe('Fe 2 O 3 < 1 %');
    expect(notes).toEqual([]);
  });

  it('samples a formula at its ends, whatever they are', () => {
    const { index, notes } = parse('DATA:\n  - type: formula 5\n    range: 0.4368 0.4391\n    coefficients: 1.5');
    expect(index).toEqual({
      n: { wavelengthsNm: [436.8, 437, 438, 439, 439.1], values: [1.5, 1.5, 1.5, 1.5, 1.5] },
      k: 0,
    });
    expect(notes).toEqual(['k is not given: taken as 0']);
  });

  it('reads tables of n and k, of n alone, falling ones, and doubled rows', () => {
    const both = parse(
      'DATA:\n  - type: tabulated nk\n    data: |\n        0.6 2 4\n        0.5 1.0 3.0\n        0.5 1.2 3.2\n',
    );
    expect(both.index.n).toEqual({ wavelengthsNm: [500, 600], values: [1.1, 2] });
    expect(both.index.k).toEqual({ wavelengthsNm: [500, 600], values: [3.1, 4] });
    expect(parse('DATA:\n  - type: tabulated n\n    data: |\n        0.5 1.5').index.n).toEqual({
      wavelengthsNm: [500],
      values: [1.5],
    });
  });

  it('puts several entries side by side; where they overlap the first holds', () => {
    const text = `DATA:
  - type: tabulated n
    data: |
        0.6 1.6
        0.8 1.8
  - type: tabulated nk
    data: |
        0.5 9.5 0.5
        0.7 9.7 0.7
        0.9 9.9 0.9
`;
    const { n, k } = parse(text).index;
    expect(n).toEqual({ wavelengthsNm: [500, 600, 800, 900], values: [9.5, 1.6, 1.8, 9.9] });
    expect(k).toEqual({ wavelengthsNm: [500, 700, 900], values: [0.5, 0.7, 0.9] });
  });

  const entry = (lines: string) => `DATA:\n  - ${lines.split('\n').join('\n    ')}\n`;

  it.each([
    ['NAMES:\n  - glass', 'DATA: found nothing, expected a list of tables and formulas'],
    ['DATA: []', 'DATA: found an empty list'],
    ['just text', 'expected a list of tables'],
    [
      entry('type: tabulated x\ndata: |\n    1 2'),
      'a.yml:2:11: DATA[0].type: found "tabulated x", expected tabulated nk',
    ],
    [entry('type: formula A\ncoefficients: 1'), 'found "formula A"'],
    [entry('type: formula 12\nwavelength_range: 1 2\ncoefficients: 1'), 'found formula 12, expected one of 1 to 9'],
    [entry('type: formula 1\nwavelength_range: 1 2'), 'DATA[0].coefficients: found nothing'],
    [entry('type: formula 1\nwavelength_range: 1 2\ncoefficients: 1 x'), 'coefficients: found "1 x", expected numbers'],
    [entry('type: formula 1\ncoefficients: 0 1 1'), 'wavelength_range: found nothing'],
    [entry('type: formula 1\nwavelength_range: 2 1\ncoefficients: 0 1 1'), 'found 2 1, expected two rising numbers'],
    [entry('type: formula 1\nwavelength_range: 0 1\ncoefficients: 0 1 1'), 'found 0 1, expected two rising numbers'],
    [entry('type: formula 1\nrange: 2 1\ncoefficients: 0 1 1'), 'DATA[0].range: found 2 1'],
    [entry('type: formula 1\nrange: 1 2\nwavelength_range: 4 3\ncoefficients: 0 1 1'), 'wavelength_range: found 4 3'],
    [entry('type: formula 1\nwavelength_range: 2   1\ncoefficients: 0 1 1'), 'found 2 1, expected two rising'],
    [entry('type: formula 1\nwavelength_range: 1 2\ncoefficients: 0 1'), 'a.yml:4:19: DATA[0]: found 2 coefficients'],
    [entry('type: formula 3\nwavelength_range: 0.5 2\ncoefficients: -1 0 0'), 'the formula yields n = NaN at 500 nm'],
    [entry('type: formula 5\nwavelength_range: 5 9\ncoefficients: 1.5'), 'found n from 5000 to 9000 nm'],
    [entry('type: tabulated nk\ndata:\n    - 1'), 'data: found a list of 1, expected rows'],
    [
      entry('type: tabulated nk\ndata: |\n    0.5 1 2\n    0.6 1'),
      'a.yml:5: found 2 numbers, expected 3: wavelength, n, k',
    ],
    [
      entry('type: tabulated nk\ndata: |\n    0.5 1 2\n    0.6 1 -2'),
      'a.yml:5: found k = -2, expected a number from 0 on',
    ],
    [entry('type: tabulated n\ndata: |\n    0.5 0'), 'a.yml:4: found n = 0, expected a number above 0'],
    [entry('type: tabulated n\ndata: |\n    0.5 1.5\n    half 2'), 'a.yml:5: found "half", expected a number'],
    [entry('type: tabulated n\ndata: |\n    -0.5 1.5'), 'a.yml:4: found the wavelength -0.5'],
    [entry('type: tabulated n\ndata: ""'), 'data: found no rows'],
    [entry('type: tabulated k\ndata: |\n    0.5 1'), 'found an extinction k, but no refractive index n'],
    [`DATA: [${'{},'.repeat(33)}]`, 'a.yml:1:7: DATA: found 33 tables and formulas, expected 32 at most'],
  ])('says what is wrong with %j', (text, message) => {
    expect(messageOf(text)).toContain(message);
  });

  it('ends with a message, or numbers, whatever is cut off or changed (seed 11)', () => {
    let state = 11;
    const below = (limit: number) => {
      state = (state * 48271) % 2147483647;
      return state % limit;
    };
    const letters = '0123456789.-e: \n|[]{}*&"';
    for (let round = 0; round < 300; round++) {
      const at = below(GLASS.length);
      const inserted = Array.from({ length: below(4) }, () => letters[below(letters.length)]).join('');
      try {
        const { n } = parse(GLASS.slice(0, at) + inserted + GLASS.slice(at + below(20))).index;
        expect(typeof n === 'number' || n.values.every((value) => value > 0 && Number.isFinite(value))).toBe(true);
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
      }
    }
  });
});

describe('plainText', () => {
  it('takes marks of HTML and Markdown away and keeps the DOI', () => {
    expect(
      plainText('A. Autor.\n[*Z. Phys.* **67**, 24-36 (1931)](https://doi.org/10.1007/BF01391040) [in German]'),
    ).toBe('A. Autor. Z. Phys. 67, 24-36 (1931) doi:10.1007/BF01391040 [in German]');
    expect(plainText('<a href="https://x.org/">words</a> &amp; more; crystal <111>')).toBe(
      'words & more; crystal <111>',
    );
    expect(plainText(undefined)).toBe('');
    expect(plainText(['one', '*two*'])).toBe('one two');
  });

  it('is one line, not too long, in little time', () => {
    const started = performance.now();
    for (const text of ['<a href="', '[', '](', '*_', '&amp;', '\u0007', '<a x>', "<a '", '<a "" ', '<a href=x '])
      expect(plainText(text.repeat(100_000)).length).toBeLessThanOrEqual(1501);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
