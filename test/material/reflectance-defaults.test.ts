import { describe, expect, it } from 'vitest';
import { defaultReflectance, REFLECTANCE_DEFAULTS } from '../../src/material/reflectance-defaults.js';

describe('defaultReflectance', () => {
  it.each([
    ['Asphalt_dark', 0.2],
    ['oldAsphalt', 0.2],
    ['grass_dry', 0.61],
    ['Grass.001', 0.43],
    ['leaves', 0.46],
    ['TreeBark', 0.48],
    ['M_Glass', 0.04],
    ['window 3', 0.04],
    ['Aluminium', 0.71],
    ['zinc_roof', 0.09],
    ['steel', 0.18],
    ['snow', 0.52],
    ['fir', 0.41],
    ['firm', undefined],
    ['sandwich', undefined],
    ['', undefined],
    ['Material.012', undefined],
  ])('%s: %s', (name, reflectance) => {
    expect(defaultReflectance(name)).toBe(reflectance);
  });

  it('has a source for every value, and every value in 0 … 1', () => {
    for (const { reflectance, spectrum, source, words } of REFLECTANCE_DEFAULTS) {
      expect(spectrum.every((value) => value > 0 && value < 1)).toBe(true);
      expect(Math.abs(reflectance - (spectrum[0] + spectrum[1] + spectrum[2]) / 3)).toBeLessThan(0.0051);
      expect(source.length).toBeGreaterThan(10);
      expect(words.every((word) => /^[a-z_]+\*?$/.test(word))).toBe(true);
    }
  });
});
