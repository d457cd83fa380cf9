import { describe, expect, it } from 'vitest';
import { defaultReflectance, REFLECTANCE_DEFAULTS } from '../../src/material/reflectance-defaults.js';

describe('defaultReflectance', () => {
  it.each([
    ['Asphalt_dark', 0.17],
    ['oldAsphalt', 0.17],
    ['grass_dry', 0.61],
    ['Grass.001', 0.43],
    ['leaves', 0.46],
    ['TreeBark', 0.37],
    ['M_Glass', 0.04],
    ['window 3', 0.04],
    ['Aluminium', 0.71],
    ['fir', 0.41],
    ['firm', undefined],
    ['sandwich', undefined],
    ['', undefined],
    ['Material.012', undefined],
  ])('%s: %s', (name, reflectance) => {
    expect(defaultReflectance(name)).toBe(reflectance);
  });

  it('has a source for every value, and every value in 0 … 1', () => {
    for (const { reflectance, source, words } of REFLECTANCE_DEFAULTS) {
      expect(reflectance > 0 && reflectance < 1).toBe(true);
      expect(source.length).toBeGreaterThan(10);
      expect(words.every((word) => /^[a-z_]+\*?$/.test(word))).toBe(true);
    }
  });
});
