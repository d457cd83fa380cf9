import { describe, expect, it } from 'vitest';
import { materialByName } from '../../src/material/catalogue/material-by-name.js';
import { shippedMaterials } from '../../src/material/catalogue/shipped-materials.js';
import { MATERIAL_NAMES, paletteMaterial } from '../../src/procedural/palette.js';

const found = (name: string) => materialByName(name, shippedMaterials())?.id;

describe('palette of the generated scenes', () => {
  it('has names that the catalogue knows, and leaves how they scatter to it', () => {
    for (const name of MATERIAL_NAMES) {
      expect(found(name), name).toBeDefined();
      expect(Object.keys(paletteMaterial(name)), name).toEqual(['name', 'baseColor']);
    }
  });

  it.each([
    ['asphalt', 'asphalt'],
    ['kerb', 'concrete'],
    ['stone', 'rock'],
    ['leaf', 'leaf-broad'],
    ['leaf_dark', 'leaf-broad'],
    ['leaf_autumn', 'leaf-autumn'],
    ['needle_light', 'needles'],
    ['grass_dry', 'grass-dry'],
    ['bark_birch', 'bark'],
    ['bark_pine', 'bark-conifer'],
    ['brick_yellow', 'brick'],
    ['plaster_rose', 'plaster'],
    ['roof_tile', 'roof-tile'],
    ['roof_slate', 'slate'],
    ['glass', 'glass'],
    ['screen', 'glass'],
    ['zinc', 'steel-galvanised'],
    ['steel', 'steel'],
    ['steel_dark', 'plastic-black'],
    ['wire', 'plastic-black'],
    ['lamp_glass', 'plastic-white'],
    ['plastic_red', 'plastic-white'],
    ['car_paint_red', 'car-paint-red'],
    ['car_paint_green', 'car-paint-blue'],
    ['sign_red', 'retroreflective-sheeting'],
    ['wood_painted', 'paint-white'],
    ['door_green', 'fibreglass'],
    ['paint_sage', 'paint-white'],
    ['fabric_sand', 'burlap'],
    ['fabric_grey', 'nylon-black'],
    ['leather', 'burlap'],
    ['hair', 'hair'],
  ])('%s: %s', (name, id) => {
    expect(MATERIAL_NAMES).toContain(name);
    expect(found(name)).toBe(id);
  });
});
