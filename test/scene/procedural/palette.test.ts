import { describe, expect, it } from 'vitest';
import { MATERIAL_NAMES, paletteMaterial } from '../../../src/scene/procedural/palette.js';

describe('palette of the generated scenes', () => {
  it.each(MATERIAL_NAMES.map((name) => [name]))('%s has a reflectance, measured or assumed', (name) => {
    expect(paletteMaterial(name).reflectance).toBeGreaterThan(0);
    expect(paletteMaterial(name).reflectance).toBeLessThan(1);
  });

  it.each([
    ['leaf_dark', 0.46],
    ['asphalt', 0.2],
    ['roof_slate', 0.18],
    ['paper', 0.75],
    ['road_marking', 0.6],
  ] as const)('%s: %s', (name, reflectance) => {
    expect(paletteMaterial(name).reflectance).toBe(reflectance);
  });
});
