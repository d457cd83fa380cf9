import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/base/errors.js';
import { materialByName } from '../../src/material/catalogue/material-by-name.js';
import { shippedMaterials } from '../../src/material/catalogue/shipped-materials.js';
import { generateModel, generateScene } from '../../src/procedural/generate.js';
import { proceduralLabels } from '../../src/procedural/labels.js';
import { PROCEDURAL_KINDS, type ProceduralKind } from '../../src/procedural/procedural-kind.js';
import { globMatches, Labels } from '../../src/scene/labels/labels.js';
import { inLong } from '../support/long-run.js';
import { boxOf, doubleArea, effectiveTriangles, hashModel, sizes } from './models.js';

const BUDGETS: Record<ProceduralKind, readonly number[]> = {
  terrain: [200, 2_001, 100_000],
  forest: [1_000, 2_000, 20_000, 300_000],
  street: [20_000, 60_000, 300_000],
  district: [200_000, 250_000, 400_000],
  room: [20_000, 50_000, 150_000],
  tree: [200, 2_001, 50_000],
};
const SEEDS = [0, 1, 77, -5, 2 ** 40 + 3];
const PLACE = { file: 'generated' };

describe.each(PROCEDURAL_KINDS)('generated %s', (kind) => {
  const [few, some, many] = BUDGETS[kind];
  const make = (seed: number, triangles: number) => generateModel(kind, { seed, triangles });
  const models = new Map(BUDGETS[kind].map((triangles) => [triangles, make(1, triangles)]));
  const others = new Map(SEEDS.filter((seed) => seed !== 1).map((seed) => [seed, make(seed, few)]));
  const model = models.get(many)!;

  it('is the same for the same seed and another for another', () => {
    expect(hashModel(make(1, some))).toBe(hashModel(models.get(some)!));
    const hashes = [models.get(few)!, ...others.values()].map(hashModel);
    expect(new Set(hashes).size).toBe(SEEDS.length);
  });

  it('has the number of triangles within 2 %', () => {
    for (const [triangles, made] of models) {
      const count = effectiveTriangles(made);
      expect(Math.abs(count / triangles - 1), `${triangles} triangles: ${count}`).toBeLessThan(0.02);
    }
    for (const [seed, made] of others) {
      const count = effectiveTriangles(made);
      expect(Math.abs(count / few - 1), `seed ${seed}: ${count}`).toBeLessThan(0.02);
    }
  });

  it('has sound meshes: indices in range, all numbers finite, no degenerate triangle', () => {
    for (const mesh of model.meshes) {
      const vertexCount = mesh.positions.length / 3;
      expect(mesh.positions.every(Number.isFinite), mesh.name).toBe(true);
      expect(
        mesh.indices.every((index) => index < vertexCount),
        mesh.name,
      ).toBe(true);
      expect(mesh.triangleGroup.length * 3).toBe(mesh.indices.length);
      expect(
        mesh.triangleGroup.every((group) => group < mesh.groups.length),
        mesh.name,
      ).toBe(true);
      for (let t = 0; t < mesh.triangleGroup.length; t++)
        if (!(doubleArea(mesh, t) > 0)) expect.fail(`${mesh.name}: triangle ${t} is degenerate`);
    }
  });

  it('uses every mesh and material and gives every instance a name of its own', () => {
    expect(new Set(model.instances.map(({ mesh }) => mesh)).size).toBe(model.meshes.length);
    const used = new Set(model.meshes.flatMap((mesh) => mesh.groups.map((group) => group.material)));
    expect([...used].sort((a, b) => a - b)).toEqual(model.materials.map((_, i) => i));
    expect(new Set(model.instances.map(({ name }) => name)).size).toBe(model.instances.length);
    for (const { name, baseColor } of model.materials) {
      expect(materialByName(name, shippedMaterials())?.id, name).toBeDefined();
      expect(
        baseColor.every((c) => c >= 0 && c <= 1),
        name,
      ).toBe(true);
    }
  });

  it('labels every object with a class and a semantic name', () => {
    const labels = new Labels(proceduralLabels(kind).map((rule) => ({ ...rule, place: PLACE })));
    for (const { name, mesh } of model.instances)
      for (const { object, group, material } of model.meshes[mesh].groups) {
        const candidate = { part: kind, objects: [name, object], group, material: model.materials[material].name };
        const { classification, semantic } = labels.decide(candidate);
        expect(classification, `${name} / ${object} / ${group}`).toBeGreaterThan(1);
        expect(semantic, `${name} / ${object} / ${group}`).toBeGreaterThan(0);
      }
  });

  it('has no label rule that fits nothing', () => {
    const names = {
      object: model.instances.flatMap(({ name, mesh }) => [name, ...model.meshes[mesh].groups.map((g) => g.object)]),
      group: model.meshes.flatMap((mesh) => mesh.groups.map((g) => g.group)),
      material: model.materials.map(({ name }) => name),
      any: [],
    };
    for (const { match, on } of proceduralLabels(kind))
      expect(
        names[on].some((name) => globMatches(match, name)),
        `${match} on ${on}`,
      ).toBe(true);
  });

  it('refuses numbers that it cannot make', () => {
    for (const triangles of [0, -1, 10, Number.NaN, 1e13])
      expect(() => generateModel(kind, { seed: 1, triangles }), String(triangles)).toThrow(UserError);
    for (const seed of [0.5, Number.NaN, 2 ** 60]) expect(() => make(seed, few), String(seed)).toThrow(UserError);
  });
});

describe('sizes', () => {
  const street = (size: object, triangles = 60_000) => generateScene('street', { seed: 1, triangles, size });

  it('make a street as long and wide as is asked for, with as many triangles', () => {
    const { model, lanes = [] } = street({ length: 90, lanes: 4 }, 150_000);
    const [, width] = sizes(boxOf(model, /^street_ground/));
    expect(lanes).toHaveLength(4);
    // Lanes inside of the bend are shorter than the middle by as much as those outside are longer.
    const lengths = lanes.map((lane) => Math.abs(lane[0][0] - lane[lane.length - 1][0]));
    expect(lengths.reduce((sum, length) => sum + length, 0) / 4).toBeCloseTo(90, 6);
    // Two lanes of 3.05 m more than the usual 80 m, and the bend.
    expect(width).toBeGreaterThan(86);
    expect(width).toBeLessThan(88.5);
    expect(Math.abs(effectiveTriangles(model) / 150_000 - 1)).toBeLessThan(0.02);
  });

  it('put as many cars on the lanes as there is traffic', () => {
    const carsOn = (size: object) =>
      street({ length: 60, ...size }).model.instances.filter(
        ({ name, transform }) => name.startsWith('car_') && Math.abs(transform[7]) < 3,
      ).length;
    expect([0, 5, 8].map((traffic) => carsOn({ traffic }))).toEqual([0, 5, 8]);
  });

  it('have lanes that lead forth on the right and back on the left, on the road', () => {
    const { lanes = [] } = street({ length: 60, lanes: 2, width: 7 });
    expect(lanes.map((lane) => [lane[0][0] < 0, lane[lane.length - 1][0] < 0])).toEqual([
      [true, false],
      [false, true],
    ]);
    const at = (lane: number) =>
      lanes[lane].reduce((near, point) => (Math.abs(point[0]) < Math.abs(near[0]) ? point : near));
    expect(at(0)[1]).toBeCloseTo(-1.75, 1);
    expect(at(1)[1]).toBeCloseTo(1.75, 1);
    for (const lane of lanes) for (const [, , z] of lane) expect(Math.abs(z)).toBeLessThan(0.15);
  });

  it('make rooms, terrains and forests of an extent', () => {
    const room = generateModel('room', { seed: 1, triangles: 40_000, size: { length: 12, width: 7, height: 4 } });
    const [length, width, height] = sizes(boxOf(room, /^room/));
    expect([length, width]).toEqual([expect.closeTo(12, 0), expect.closeTo(7.3, 0)]);
    expect(height).toBeCloseTo(4, 1);
    for (const kind of ['terrain', 'forest'] as const) {
      const model = generateModel(kind, { seed: 1, triangles: 20_000, size: { extent: 80 } });
      const [x, y] = sizes(boxOf(model, /^(terrain|ground)_001/));
      expect([x, y]).toEqual([expect.closeTo(80, 3), expect.closeTo(80, 3)]);
    }
  });

  it('are refused where a kind has no such size, or too few triangles are left for it', () => {
    expect(() => generateModel('room', { seed: 1, triangles: 40_000, size: { lanes: 2 } })).toThrow(
      'lanes: found 2, expected no lanes: a room has length, width, height',
    );
    expect(() => street({ length: 5 })).toThrow('length: found 5, expected a number from 30 to 2000 for a street');
    expect(() => street({ lanes: 2.5 })).toThrow('lanes: found 2.5, expected a whole number');
    expect(() => street({ length: 400 }, 20_000)).toThrow(/400 m long with 2 lanes has more than 20000 triangles/);
  });
});

describe('proportions', () => {
  const street = generateModel('street', { seed: 1, triangles: 300_000 });

  it('are 5 to 25 m for trees of a forest, none of which stands near the origin', () => {
    const forest = generateModel('forest', { seed: 3, triangles: 100_000 });
    const trees = forest.instances.filter(({ name }) => name.startsWith('tree_'));
    expect(trees.length).toBeGreaterThan(100);
    for (const { name, transform } of trees) {
      const [, , height] = sizes(boxOf(forest, new RegExp(`^${name}$`)));
      expect(height, name).toBeGreaterThan(3.8);
      expect(height, name).toBeLessThan(29);
      expect(Math.hypot(transform[3], transform[7]), name).toBeGreaterThan(4);
    }
  });

  it('cars, houses, lamps and people of a street have their real sizes', () => {
    const sizeOf = (mesh: string) => {
      const found = street.meshes.findIndex(({ name }) => name === mesh);
      const instances = [{ mesh: found, name: 'it', transform: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0] }];
      return sizes(boxOf({ ...street, instances }, /it/));
    };
    const [length, width, height] = sizeOf('car_kind_1');
    expect([length > 4.2 && length < 4.4, width > 1.7 && width < 2.2, height > 1.4 && height < 1.6]).toEqual([
      true,
      true,
      true,
    ]);
    const person = sizeOf('person_kind_1');
    expect(person[2]).toBeGreaterThan(1.65);
    expect(person[2]).toBeLessThan(1.85);
    const lamp = sizeOf('lamp');
    expect(lamp[2]).toBeGreaterThan(6);
    for (const { name } of street.meshes.filter(({ name }) => name.startsWith('house_'))) {
      const [w, d, h] = sizeOf(name);
      expect(w > 8 && w < 14 && d > 9 && d < 14.5 && h > 8 && h < 24, `${name}: ${w} × ${d} × ${h}`).toBe(true);
    }
  });

  it('are 8 m × 6 m × 3 m inside for a room', () => {
    const room = generateModel('room', { seed: 1, triangles: 40_000 });
    const [x, y, z] = sizes(boxOf(room, /^room$/));
    expect(x).toBeCloseTo(8, 1);
    expect(y).toBeGreaterThan(6);
    expect(y).toBeLessThan(6.4);
    expect(z).toBeCloseTo(3, 1);
  });

  it('wires hang between their poles, as high as lines over streets must', () => {
    const { min, max } = boxOf(street, /^wires$/);
    expect(min[2]).toBeGreaterThan(6);
    expect(max[2]).toBeLessThan(9);
  });
});

describe('instances', () => {
  const triangles = inLong(500_000_000, 50_000_000);
  it(`store few of the triangles of a forest of ${triangles}`, () => {
    const forest = generateModel('forest', { seed: 1, triangles });
    const stored = forest.meshes.reduce((sum, mesh) => sum + mesh.triangleGroup.length, 0);
    expect(Math.abs(effectiveTriangles(forest) / triangles - 1)).toBeLessThan(0.02);
    expect(stored).toBeLessThan(inLong(3_000_000, 2_000_000));
    const trees = forest.instances.filter(({ name }) => name.startsWith('tree_'));
    expect(trees.length).toBeGreaterThan(inLong(9_000, 3_000));
    // Seven species of up to six sizes.
    expect(new Set(trees.map(({ mesh }) => mesh)).size).toBeLessThanOrEqual(42);
  });
});
