import { describe, expect, it } from 'vitest';
import { materialId, spectrumContent } from '../../../src/material/import/imported-material.js';

describe('materialId', () => {
  it('makes a name for a catalogue of any text', () => {
    expect(materialId('H2O, Hale')).toBe('h2o-hale');
    expect(materialId('  Ähre & Stängel.2 ')).toBe('hre-st-ngel.2');
    expect(materialId('(C5H8O2)n - poly(methyl methacrylate), Beadie')).toBe(
      'c5h8o2-n-poly-methyl-methacrylate-beadie',
    );
    expect(materialId('…')).toBe('material');
  });

  it('takes the ending of a YAML file off, and at most 80 characters', () => {
    expect(materialId('Wet.Sand.YAML')).toBe('wet.sand');
    expect(materialId('a.yml.b')).toBe('a.yml.b');
    expect(materialId('x'.repeat(81))).toBe('x'.repeat(80));
    expect(materialId(`${'x'.repeat(79)}-y`)).toBe('x'.repeat(79));
    expect(materialId('_a_b_')).toBe('a_b');
  });
});

describe('spectrumContent', () => {
  it('has seven digits of the samples that the curve needs', () => {
    const line = { wavelengthsNm: [400, 500, 600], values: [0.1234567891, 0.2, 0.2765432109] };
    expect(spectrumContent(line, { absolute: 1e-3 })).toEqual({
      wavelengths: [400, 600],
      values: [0.1234568, 0.2765432],
    });
    expect(spectrumContent(0.123456789, {})).toBe(0.123456789);
  });
});
