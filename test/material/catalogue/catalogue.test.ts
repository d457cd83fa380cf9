import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { backscatterAt, scatteringRange } from '../../../src/material/backscatter-at.js';
import { MATERIAL_DEFINITIONS } from '../../../src/material/catalogue/catalogue.generated.js';
import { materialByName } from '../../../src/material/catalogue/material-by-name.js';
import { findMaterial, listMaterials } from '../../../src/material/catalogue/node-catalogue.js';
import { shippedMaterials } from '../../../src/material/catalogue/shipped-materials.js';
import { materialSchema } from '../../../src/material/file/material-schema.js';
import { readMaterialFile } from '../../../src/material/file/node-read-material.js';
import type { CataloguedMaterial } from '../../../src/material/file/resolve-material.js';
import { coversWavelength } from '../../../src/material/material-sheet.js';
import type { Spectrum } from '../../../src/material/scattering.js';
import { spectrumAt, spectrumRange } from '../../../src/material/spectrum/spectrum.js';

const FOLDER = resolve(import.meta.dirname, '../../../brdf-db');
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml'));
const MATERIALS = listMaterials();
const LASERS = [532, 905, 1064, 1550];

const idsOf = (materials: readonly CataloguedMaterial[]) => materials.map(({ id }) => id).sort();

/** Classes that scenes use, and the names that their surfaces may have. */
const CLASSES = {
  soil: ['soil', 'soil-dry', 'soil-moist', 'sand'],
  roads: ['asphalt', 'asphalt-dark', 'concrete', 'paving-stone', 'road-marking', 'gravel'],
  buildings: ['brick', 'plaster', 'roof-tile', 'slate', 'glass'],
  stone: ['granite', 'limestone'],
  plants: ['bark', 'leaf-broad', 'needles', 'grass', 'grass-dry', 'rush', 'foliage'],
  wood: ['wood', 'wood-weathered'],
  water: ['water', 'ice', 'snow'],
  metals: ['steel', 'steel-galvanised', 'iron-rusted', 'aluminium', 'copper', 'gold'],
  cars: ['car-paint-white', 'car-paint-red', 'car-paint-black', 'rubber'],
  people: ['skin', 'hair', 'cotton', 'nylon-red'],
  things: ['plastic-white', 'plastic-black', 'paper', 'cardboard', 'retroreflective-sheeting'],
  panels: ['panel-99', 'panel-50', 'grey-card'],
};

/** Known at one wavelength only; their files say why. */
const NARROW = ['cardboard'];

describe('brdf-db', () => {
  it('has at least 30 materials, all classes among them', () => {
    expect(MATERIALS.length).toBe(FILES.length);
    expect(MATERIALS.length).toBeGreaterThanOrEqual(30);
    expect(idsOf(MATERIALS)).toEqual(expect.arrayContaining(Object.values(CLASSES).flat()));
  });

  it('is what was generated from it: npm run build makes the module', () => {
    const read = (name: string) => materialSchema.parse(parse(readFileSync(join(FOLDER, name), 'utf8')));
    expect(MATERIAL_DEFINITIONS.map((json) => JSON.parse(json))).toStrictEqual(FILES.sort().map(read));
  });

  it.each(FILES)('%s: named after its id, valid, with source and terms', (name) => {
    const material = readMaterialFile(join(FOLDER, name));
    expect(`${material.id}.yaml`).toBe(name);
    expect(material.source.length).toBeGreaterThan(20);
    expect(material.licence).toBeDefined();
    expect(material.words.length).toBeGreaterThan(0);
  });

  it('knows every material at the lasers of scanners', () => {
    const unknown = MATERIALS.filter(({ scattering }) => {
      const [first, last] = scatteringRange(scattering) ?? [0, Number.POSITIVE_INFINITY];
      return LASERS.some((wavelength) => wavelength < first || wavelength > last);
    });
    expect(unknown.map(({ id }) => id)).toEqual(NARROW);
    for (const { unchecked } of unknown) expect(unchecked).toMatch(/1064 nm/);
  });

  it('sends back what is finite and not below 0, at every laser', () => {
    for (const { id, scattering } of MATERIALS) {
      for (const wavelength of LASERS) {
        const { values } = backscatterAt(scattering, wavelength);
        expect(
          values.every((value) => value >= 0 && Number.isFinite(value)),
          id,
        ).toBe(true);
      }
    }
  });

  it('lets no more of the light leave a leaf than falls on it', () => {
    const leaf = findMaterial('leaf-broad');
    if (leaf.scattering.model !== 'lambert' || leaf.transmittance === undefined) throw new Error('no leaf');
    for (let wavelength = 450; wavelength <= 1550; wavelength += 5) {
      const sum = spectrumAt(leaf.scattering.reflectance, wavelength) + spectrumAt(leaf.transmittance, wavelength);
      expect(sum).toBeLessThan(1);
    }
  });

  it('is listed in docs/materials.md, and nothing else is', () => {
    const text = readFileSync(resolve(FOLDER, '../docs/materials.md'), 'utf8');
    const [, section] = /## The materials of the catalogue\n([^#]*?)\n\nAll but/.exec(text) ?? [];
    expect([...section.matchAll(/`([^`]+)`/g)].map(([, id]) => id).sort()).toEqual(idsOf(MATERIALS));
  });

  it('has no word twice', () => {
    const words = MATERIALS.flatMap((material) => material.words);
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
  });
});

describe('a spectrum', () => {
  // Numbers of the libraries themselves (percent, or n and k), not of the files made from them.
  it.each([
    ['grass', 905, 0.509],
    ['foliage', 1550, 0.253],
    ['needles', 1064, 0.524],
    ['grass-dry', 532, 0.15],
    ['grass-dry', 905, 0.323],
    ['rush', 532, 0.1],
    ['rush', 1064, 0.713],
    ['copper', 905, 0.545],
    ['aluminium', 1550, 0.813],
    ['slate', 850, 0.191],
    ['snow', 905, 0.838],
    ['skin', 905, 0.599],
  ])('gives %s at %d nm %d', (id, wavelength, value) => {
    expect(along(findMaterial(id), wavelength)).toBeCloseTo(value, 2);
  });

  it('gives rough surfaces the reflectance of the library along the normal', () => {
    expect(along(findMaterial('asphalt-light'), 905)).toBeCloseTo(0.278, 2);
    expect(along(findMaterial('granite'), 1064)).toBeCloseTo(0.155, 2);
    expect(along(findMaterial('loam'), 1550)).toBeCloseTo(0.327, 2);
  });

  it('gives water, ice and glass the index of their databases', () => {
    expect(indexOf('water', 905)).toEqual([1.324, 5.116e-7]);
    expect(indexOf('ice', 1550)).toEqual([1.291, 4.241e-4]);
    expect(indexOf('glass', 1064)[0]).toBe(1.513);
  });

  it('gives gold and copper the samples of Johnson and Christy (1972)', () => {
    expect(indexOf('gold', 520.9)).toEqual([0.62, 2.081]);
    expect(indexOf('gold', 1088)).toEqual([0.27, 7.15]);
    expect(indexOf('copper-polished', 616.8)).toEqual([0.3, 3.205]);
  });

  it('lets a sign send back 300 cd/(lx m²) at 4° and 180 at 30°', () => {
    const { values, thetaCount } = backscatterAt(findMaterial('retroreflective-sheeting').scattering, 905);
    const coefficient = (degrees: number) => {
      const index = (degrees * (thetaCount - 1)) / 90;
      return (values[index] / Math.PI) * Math.cos((degrees * Math.PI) / 180) ** 2;
    };
    expect(coefficient(4) / 300).toBeCloseTo(1, 2);
    expect(coefficient(30) / 180).toBeCloseTo(1, 2);
  });
});

describe('materialByName', () => {
  it.each([
    ['Asphalt_dark', 'asphalt-dark'],
    ['oldAsphalt', 'asphalt-light'],
    ['asphalt', 'asphalt'],
    ['Road.003', 'asphalt'],
    ['grass_dry', 'grass-dry'],
    ['Grass.001', 'grass'],
    ['leaves', 'leaf-broad'],
    ['TreeBark', 'bark'],
    ['bark_pine', 'bark-conifer'],
    ['M_Glass', 'glass'],
    ['window 3', 'glass'],
    ['Aluminium', 'aluminium'],
    ['zinc_roof', 'steel-galvanised'],
    ['steel', 'steel'],
    ['snow', 'snow'],
    ['fir', 'needles'],
    ['wood_painted', 'paint-white'],
    ['roof_tile', 'roof-tile'],
    ['roof_slate', 'slate'],
    ['car_paint_black', 'car-paint-black'],
    ['CarPaint', 'car-paint-white'],
    ['PVCPipe', 'plastic-white'],
    ['sign_face', 'retroreflective-sheeting'],
    ['paint_sage', 'paint-white'],
    ['car_paint_green', 'car-paint-blue'],
    ['screen', 'glass'],
    ['brush', undefined],
    ['traffic_sign_post', 'steel-galvanised'],
    ['Street_Light', 'steel-galvanised'],
    ['StreetLamp_Pole', 'steel-galvanised'],
    ['street_sign', 'retroreflective-sheeting'],
    ['Street', 'asphalt'],
    ['Snow_Ground', 'snow'],
    ['RustyMetal', 'iron-rusted'],
    ['steel_rusted', 'iron-rusted'],
    ['pine_wood', 'wood'],
    ['PineNeedles', 'needles'],
    ['Bookshelf', 'wood'],
    ['Iron_Fence', 'steel-galvanised'],
    ['panel-50', 'panel-50'],
    ['firm', undefined],
    ['sandwich', undefined],
    ['ice_cream', 'ice'],
    ['', undefined],
    ['Material.012', undefined],
    ['Straße', undefined],
  ])('%s: %s', (name, id) => {
    expect(materialByName(name, MATERIALS)?.id).toBe(id);
  });

  it.each([
    ['RoofSurface', 'roof-tile'],
    ['WallSurface', 'plaster'],
    ['InteriorWallSurface', 'plaster'],
    ['GroundSurface', 'soil'],
    ['ClosureSurface', 'plaster'],
    ['OuterFloorSurface', 'concrete'],
    ['OuterCeilingSurface', 'plaster'],
    ['CeilingSurface', 'plaster'],
    ['FloorSurface', 'concrete'],
    ['Window', 'glass'],
    ['Door', 'wood'],
    ['WaterSurface', 'water'],
    ['WaterGroundSurface', 'soil'],
    ['WaterClosureSurface', 'water'],
    ['TrafficArea', 'asphalt'],
    ['AuxiliaryTrafficArea', 'paving-stone'],
    ['TINRelief', 'soil'],
    ['PlantCover', 'foliage'],
    ['roof_surface_12', 'roof-tile'],
  ])('takes the surface %s of CityGML for %s', (name, id) => {
    expect(materialByName(name, shippedMaterials())?.id).toBe(id);
  });

  it('takes the longest word, and of equally long ones that of the first material', () => {
    const [a, b] = [material('a', ['oak*', 'floor']), material('b', ['oak_floor', 'floor'])];
    expect(materialByName('oak_floor', [a, b])?.id).toBe('b');
    expect(materialByName('floor', [a, b])?.id).toBe('a');
    expect(materialByName('floor', [b, a])?.id).toBe('b');
    expect(materialByName('oakfloor', [b, a])?.id).toBe('a');
  });

  it('takes the material of that very id before any word', () => {
    const [a, b] = [material('a', ['my_oak_floor']), material('my-oak.floor', [])];
    expect(materialByName('my_oak_floor', [a, b])?.id).toBe('my-oak.floor');
    expect(materialByName('my oak floor.002', [a, b])?.id).toBe('my-oak.floor');
  });
});

describe('folders of the user', () => {
  const made: string[] = [];
  afterAll(() => {
    for (const folder of made) rmSync(folder, { recursive: true });
  });
  const folderOf = (files: Record<string, string>) => {
    const folder = mkdtempSync(join(tmpdir(), 'subray-materials-'));
    made.push(folder);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return folder;
  };
  const grey = (id: string, value: number, more = '') =>
    `id: ${id}\nname: Test\nsource: measured\n${more}scattering: { model: lambert, reflectance: ${value} }\n`;

  it('come first, in their order, and keep the words of what they replace', () => {
    const [first, second] = [
      folderOf({ 'a.yaml': grey('asphalt', 0.5), 'note.txt': 'no material' }),
      folderOf({ 'a.yml': grey('asphalt', 0.7, 'words: [tar]\n'), 'b.yaml': grey('mine', 0.6, 'words: [asphalt*]\n') }),
    ];
    expect(along(findMaterial('asphalt', [first, second]), 905)).toBe(0.5);
    expect(along(findMaterial('asphalt', [second, first]), 905)).toBe(0.7);
    expect(findMaterial('brick', [first]).id).toBe('brick');
    expect(materialByName('tarmac road', listMaterials([first]))?.file).toBe(join(first, 'a.yaml'));
    expect(
      materialByName('asphalt2', listMaterials([folderOf({ 'b.yaml': grey('x', 0.6, 'words: [asphalt*]\n') })]))?.id,
    ).toBe('asphalt');
    expect(materialByName('asphaltic', listMaterials([second]))?.id).toBe('mine');
    expect(listMaterials([first])).toHaveLength(MATERIALS.length);
  });

  it('are a fault with an id twice', () => {
    const folder = folderOf({ 'a.yaml': grey('mine', 0.5), 'b.YML': grey('mine', 0.6) });
    expect(() => listMaterials([folder])).toThrow('found the id "mine", which a.yaml has, too');
  });

  it('are a fault if they do not exist', () => {
    expect(() => listMaterials(['/nowhere/at/all'])).toThrow('cannot read the folder of materials: it does not exist');
  });

  it('give the nearest ids for an unknown one', () => {
    expect(() => findMaterial('asphlat')).toThrow('did you mean "asphalt"');
    expect(() => findMaterial('xyzzyplugh')).toThrow('subray material list names them');
  });
});

/** π f_r along the normal. */
function along({ scattering }: CataloguedMaterial, wavelength: number): number {
  return backscatterAt(scattering, wavelength).values[0];
}

function indexOf(id: string, wavelength: number): [number, number] {
  const { scattering } = findMaterial(id);
  if (scattering.model !== 'cook-torrance' || typeof scattering.fresnel !== 'object' || !('n' in scattering.fresnel))
    throw new Error(`${id} has no refractive index`);
  const at = (spectrum: Spectrum) =>
    coversWavelength(spectrumRange(spectrum), wavelength) ? spectrumAt(spectrum, wavelength) : Number.NaN;
  return [at(scattering.fresnel.n), at(scattering.fresnel.k)];
}

function material(id: string, words: string[]): CataloguedMaterial {
  return { id, name: id, words, scattering: { model: 'lambert', reflectance: 0.5 }, source: 'test' };
}
