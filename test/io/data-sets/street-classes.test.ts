import { describe, expect, it } from 'vitest';
import { lookUpClasses } from '../../../src/io/data-sets/class-lookup.js';
import { type DataSetName, dataSetLayout } from '../../../src/io/data-sets/data-sets.js';
import { CATEGORY_NAMES } from '../../../src/io/data-sets/nuscenes/categories.js';
import { STREET_NAMES } from '../../../src/io/data-sets/street-classes.js';
import { generateModel } from '../../../src/procedural/generate.js';
import { labelledGroups } from '../../procedural/semantics.js';

const WISH = {
  size: { length: 110, traffic: 12, parked: 0.9, people: 20 },
  details: { vehicles: { car: 1, van: 1, lorry: 1, bus: 3, bicycle: 3 } },
} as const;

/** The surfaces of a street with all that streets can have. */
const makeGroups = () =>
  labelledGroups('street', generateModel('street', { seed: 3, triangles: 300_000, ...WISH }), WISH);
let made: ReturnType<typeof makeGroups> | undefined;

/** These, and the classes of a data set for them. */
function street(name: DataSetName) {
  made ??= makeGroups();
  const groups = made;
  const semantics = ['none', ...new Set(groups.map(({ semantic }) => semantic))];
  const surfaces = groups.map(({ instance, semantic }) => ({ instance, semantic: semantics.indexOf(semantic) }));
  const lookup = lookUpClasses(dataSetLayout(name), {}, surfaces, { ...semantics });
  const classOf = (k: number) => lookup.classOf(surfaces[k].semantic, surfaces[k].instance).name;
  return { groups: groups.map((group, k) => ({ ...group, className: classOf(k) })), ...lookup };
}

/** The classes of objects of this kind, each once. */
const classesOf = ({ groups }: ReturnType<typeof street>, kind: string) => [
  ...new Set(groups.filter(({ object }) => object.startsWith(`${kind}_0`)).map(({ className }) => className)),
];

describe('classes of streets', () => {
  it('exist for the parts of houses, signs and lamps of streets and districts', () => {
    for (const kind of ['street', 'district'] as const) {
      const details = { vehicles: { car: 1, bicycle: 1 }, semantics: 'parts', materials: 'varied' } as const;
      const model = generateModel(kind, { seed: 1, triangles: 500_000, details });
      const found = new Set(labelledGroups(kind, model, { details }).map(({ semantic }) => semantic));
      expect(Object.keys(CATEGORY_NAMES).sort()).toEqual(Object.keys(STREET_NAMES).sort());
      for (const name of ['wall', 'window', 'door', 'roof', 'pole', 'wheel', 'rider'].slice(
        0,
        kind === 'street' ? 7 : 6,
      ))
        expect(found, kind).toContain(name);
      expect(
        [...found].filter((name) => STREET_NAMES[name] === undefined),
        kind,
      ).toEqual([]);
    }
  });

  it('exist for all that streets have, but for what a data set leaves out', () => {
    expect(street('semantic-kitti').uncovered).toEqual([]);
    expect(street('pointcept').uncovered).toEqual(['wire']);
    expect(street('openpcdet').uncovered).toEqual([]);
    expect(street('nuscenes').uncovered).toEqual([]);
    expect(street('kitti-tracking').uncovered).toEqual([]);
  });

  it('are those of the whole vehicle for each of its parts', () => {
    const kitti = street('semantic-kitti');
    const kinds = ['car', 'van', 'lorry', 'bus', 'person'];
    expect(kinds.map((kind) => classesOf(kitti, kind))).toEqual([['car'], ['car'], ['truck'], ['bus'], ['person']]);
    expect(classesOf(street('pointcept'), 'bus')).toEqual(['other-vehicle']);
    expect(classesOf(street('openpcdet'), 'lorry')).toEqual(['Vehicle']);
    expect(classesOf(street('nuscenes'), 'van')).toEqual(['vehicle.car']);
    const tracking = street('kitti-tracking');
    const types = [['Car'], ['Van'], ['Truck'], ['Misc'], ['Pedestrian']];
    expect(kinds.map((kind) => classesOf(tracking, kind))).toEqual(types);
  });

  it.each([
    ['motorcycle', 'motorcycle', 'vehicle.motorcycle', 'Vehicle', 'Misc'],
    ['motorbike', 'motorcycle', 'vehicle.motorcycle', 'Vehicle', 'Misc'],
    ['trailer', 'other-vehicle', 'vehicle.trailer', 'Vehicle', 'Misc'],
    ['animal', 'other-object', 'animal', 'none', 'none'],
    ['Dog', 'other-object', 'animal', 'none', 'none'],
    ['traffic cone', 'other-object', 'movable_object.trafficcone', 'none', 'none'],
    ['traffic-cone', 'other-object', 'movable_object.trafficcone', 'none', 'none'],
    ['barrier', 'fence', 'movable_object.barrier', 'none', 'none'],
    ['truck', 'truck', 'vehicle.truck', 'Vehicle', 'Truck'],
    ['pedestrian', 'person', 'human.pedestrian.adult', 'Pedestrian', 'Pedestrian'],
    ['street_light', 'pole', 'static.manmade', 'none', 'none'],
  ])('exist for a %s', (semantic, kitti, nuscenes, openpcdet, tracking) => {
    const classIn = (name: DataSetName) => {
      const lookup = lookUpClasses(dataSetLayout(name), {}, [{ instance: 1, semantic: 1 }], { 0: 'none', 1: semantic });
      expect(lookup.uncovered, name).toEqual([]);
      return lookup.classOf(1, 1).name;
    };
    const found = (['semantic-kitti', 'nuscenes', 'openpcdet', 'kitti-tracking'] as const).map(classIn);
    expect(found).toEqual([kitti, nuscenes, openpcdet, tracking]);
  });

  it('of a survey are those of other words for its names, too', () => {
    const own = { lorry: { name: 'bus', id: 13, isObject: true } as const };
    const classOf = (semantic: string) =>
      lookUpClasses(dataSetLayout('semantic-kitti'), own, [{ instance: 1, semantic: 1 }], { 0: 'none', 1: semantic });
    for (const name of ['lorry', 'truck', 'Truck']) expect(classOf(name).classOf(1, 1).name, name).toBe('bus');
    expect(classOf('car').classOf(1, 1).name).toBe('car');
  });

  it('are those of riders for what they ride', () => {
    const surfaces = [1, 2].map((semantic) => ({ instance: 1, semantic }));
    const classIn = (name: DataSetName) =>
      lookUpClasses(dataSetLayout(name), {}, surfaces, { 0: 'none', 1: 'motorcycle', 2: 'motorcyclist' }).classOf(1, 1);
    expect(classIn('semantic-kitti')).toMatchObject({ name: 'motorcyclist', id: 32 });
    expect(classIn('pointcept')).toMatchObject({ name: 'motorcyclist', id: 7 });
    expect(classIn('nuscenes')).toMatchObject({ name: 'vehicle.motorcycle', id: 21 });
  });

  it('are none for names that nobody has, whatever objects of JavaScript have', () => {
    const { uncovered } = lookUpClasses(dataSetLayout('nuscenes'), {}, [{ instance: 1, semantic: 1 }], {
      0: 'none',
      1: 'constructor',
    });
    expect(uncovered).toEqual(['constructor']);
  });

  it('are those of bicyclists for bicycles that are ridden, and of bicycles for those that stand', () => {
    for (const [name, parked, ridden] of [
      ['semantic-kitti', 'bicycle', 'bicyclist'],
      ['pointcept', 'bicycle', 'bicyclist'],
      ['openpcdet', 'none', 'Cyclist'],
      ['nuscenes', 'vehicle.bicycle', 'vehicle.bicycle'],
      ['kitti-tracking', 'none', 'Cyclist'],
    ] as const) {
      const { groups } = street(name);
      const riders = new Set(groups.filter(({ semantic }) => semantic === 'rider').map(({ object }) => object));
      const bicycles = groups.filter(({ object }) => object.startsWith('bicycle_'));
      const found = (isRidden: boolean) => [
        ...new Set(bicycles.filter(({ object }) => riders.has(object) === isRidden).map(({ className }) => className)),
      ];
      expect([found(false), found(true)], name).toEqual([[parked], [ridden]]);
    }
  });
});
