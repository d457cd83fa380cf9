import { describe, expect, it } from 'vitest';
import { transformPoint } from '../../src/base/affine.js';
import { generateModel } from '../../src/procedural/generate.js';
import type { SceneSize } from '../../src/procedural/procedural-kind.js';
import type { SceneDetails } from '../../src/procedural/scene-details.js';
import { LEAF_AREAS } from '../../src/procedural/trees/leaf-area.js';
import type { MeshInstance, Model } from '../../src/scene/model.js';

const forest = (triangles: number, size: SceneSize, details: SceneDetails = {}, seed = 2) =>
  generateModel('forest', { seed, triangles, size, details });

/** Areas of an instance's triangles, summed over its transformed corners, of leaves and of needles [m²]. */
interface Foliage {
  leaf: number;
  needle: number;
}

/** By instance: tests ask for each several times. */
const foliage = new WeakMap<MeshInstance, Foliage>();

function foliageOf(model: Model, instance: MeshInstance): Foliage {
  const found = foliage.get(instance) ?? findFoliage(model, instance);
  foliage.set(instance, found);
  return found;
}

function findFoliage({ meshes, materials }: Model, { mesh, transform }: MeshInstance): Foliage {
  const { positions: p, indices, triangleGroup, groups } = meshes[mesh];
  const kinds = groups.map(({ material }) => /^(leaf|needle)/.exec(materials[material].name)?.[1] as keyof Foliage);
  const sum = { leaf: 0, needle: 0 };
  for (const [t, group] of triangleGroup.entries()) {
    const kind = kinds[group];
    if (!kind) continue;
    const [a, b, c] = [0, 1, 2].map((k) => {
      const at = 3 * indices[3 * t + k];
      return transformPoint(transform, [p[at], p[at + 1], p[at + 2]]);
    });
    const [u, v] = [b, c].map((q) => [q[0] - a[0], q[1] - a[1], q[2] - a[2]]);
    sum[kind] += Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2;
  }
  return sum;
}

function leafAreaOf(model: Model, instance: MeshInstance, of?: keyof Foliage): number {
  const { leaf, needle } = foliageOf(model, instance);
  return of ? { leaf, needle }[of] : leaf + needle;
}

const treesOf = ({ instances }: Model) => instances.filter(({ tree }) => tree !== undefined);
const areaOf = (model: Model, of?: keyof Foliage) =>
  treesOf(model).reduce((sum, instance) => sum + leafAreaOf(model, instance, of), 0);

describe('leaf area of a tree', () => {
  it('follows from species and diameter by the sources', () => {
    // Leaf areas of Martin et al. (1998): Acer rubrum of 29.9 cm has 121 m², Betula lenta of 29.1 cm 108 m².
    expect(LEAF_AREAS.maple(0.299)).toBeGreaterThan(100);
    expect(LEAF_AREAS.maple(0.299)).toBeLessThan(160);
    // Marklund (1988): 37.5 kg of needles of a spruce of 30 cm, 12.2 kg of a pine.
    expect(LEAF_AREAS.spruce(0.3) / (3.9 * 1.3)).toBeCloseTo(37.47, 1);
    expect(LEAF_AREAS.pine(0.3) / (4.49 * 1.3)).toBeCloseTo(12.19, 1);
    // Leaves of a beech of 26.8 cm weigh 12.2 kg, of one of 26 cm 6.5 kg (Santa Regina and Tarazona 1999).
    const mass = LEAF_AREAS.beech(0.264) / 20;
    expect(mass).toBeGreaterThan(6.5);
    expect(mass).toBeLessThan(12.2);
    expect(LEAF_AREAS.snag(0.3)).toBe(0);
  });

  it.each(Object.keys(LEAF_AREAS))('grows with the diameter: %s', (name) => {
    const of = LEAF_AREAS[name as 'oak'];
    const areas = [0.05, 0.1, 0.2, 0.4, 0.8].map(of);
    expect(areas).toEqual([...areas].sort((a, b) => a - b));
    if (name !== 'snag') expect(areas[4] / areas[0]).toBeGreaterThan(8);
  });
});

describe('leaf area of a forest', () => {
  const size = { extent: 50, stems: 240 };
  const mixed = { diameter: { mean: 0.28, sd: 0.08 }, species: { beech: 3, spruce: 2 } };
  const models = new Map([100_000, 400_000, 1_000_000].map((n) => [n, forest(n, size, mixed)]));

  it('does not depend on the number of triangles, of leaves and of needles', () => {
    for (const of of ['leaf', 'needle'] as const) {
      const areas = [...models.values()].map((model) => areaOf(model, of));
      expect(areas[0]).toBeGreaterThan(1000);
      for (const area of areas) expect(Math.abs(area / areas[2] - 1)).toBeLessThan(0.002);
    }
  });

  it('is that of its trees by their diameters, together', () => {
    for (const model of models.values()) {
      const trees = treesOf(model).map(({ tree }) => tree!);
      expect(trees).toHaveLength(60);
      const wanted = trees.reduce((sum, { species, diameter }) => sum + LEAF_AREAS[species as 'oak'](diameter), 0);
      expect(Math.abs(areaOf(model) / wanted - 1)).toBeLessThan(0.001);
    }
  });

  it('is what is written of each tree, which is near that of its diameter', () => {
    for (const model of models.values())
      for (const instance of treesOf(model)) {
        const { leafArea, species, diameter } = instance.tree!;
        expect(Math.abs(leafAreaOf(model, instance) / leafArea - 1), instance.name).toBeLessThan(0.005);
        expect(Math.abs(leafArea / LEAF_AREAS[species as 'oak'](diameter) - 1), instance.name).toBeLessThan(0.25);
      }
  });

  it('grows with the stems of the same diameters', () => {
    const of = (stems: number) => areaOf(forest(200_000, { extent: 36, stems }, mixed)) / 36 ** 2;
    const [few, some, many] = [200, 500, 1100].map(of);
    expect(some / few).toBeGreaterThan(1.8);
    expect(many / few).toBeGreaterThan(4);
  });

  it('is that of a requested index, by a factor, or of a mean tree of a species', () => {
    expect(areaOf(forest(100_000, { ...size, lai: 4.2 }, mixed)) / 2500).toBeCloseTo(4.2, 2);
    const usual = areaOf(models.get(100_000)!);
    expect(areaOf(forest(100_000, size, { ...mixed, leafArea: 0.5 })) / usual).toBeCloseTo(0.5, 3);
    const given = forest(100_000, size, { ...mixed, leafArea: { beech: 77 } });
    const beeches = treesOf(given).filter(({ tree }) => tree!.species === 'beech').length;
    expect(areaOf(given, 'leaf') / beeches).toBeCloseTo(77, 1);
    expect(areaOf(given, 'needle') / areaOf(models.get(100_000)!, 'needle')).toBeCloseTo(1, 3);
  });

  it('is none of broad-leaved trees in winter', () => {
    const model = forest(200_000, size, { ...mixed, season: 'winter' });
    for (const { tree } of treesOf(model)) expect(tree!.leafArea > 0).toBe(tree!.species === 'spruce');
    expect(areaOf(model, 'needle')).toBeGreaterThan(1000);
  });

  it('has bushes whose leaf area does not depend on the triangles', () => {
    const [few, many] = [100_000, 400_000].map((triangles) => {
      const model = forest(triangles, { extent: 50, stems: 40 });
      const bushes = model.instances.filter(({ name }) => name.startsWith('bush_'));
      return bushes.reduce((sum, bush) => sum + leafAreaOf(model, bush), 0) / bushes.length;
    });
    expect(Math.abs(few / many - 1)).toBeLessThan(0.03);
  });

  it('has no leaves smaller than real ones, and fewer triangles instead', () => {
    const rich = forest(3_000_000, { extent: 20, stems: 25 }, { species: { beech: 1 } });
    const [{ tree, mesh }] = treesOf(rich);
    expect(tree!.leafArea).toBeGreaterThan(20);
    const { triangleGroup } = rich.meshes[mesh];
    expect(triangleGroup.length).toBeLessThan(2_000_000);
    expect(rich.doubts).toBeUndefined();
  });

  it('is doubtful where its leaves are too large, and says how many triangles they need', () => {
    const { doubts = [] } = forest(20_000, size, mixed);
    expect(doubts).toHaveLength(1);
    expect(doubts[0]).toMatch(
      /^leaves of trees are up to [\d.]+ m long, since 20,000 triangles are few for their area;/,
    );
    const enough = Number(/; ([\d,]+) make/.exec(doubts[0])![1].replaceAll(',', ''));
    expect(forest(enough * 1.3, size, mixed).doubts).toBeUndefined();
  });

  it.each([
    [{ leafArea: 0 }, 'leafArea: found 0, expected a factor from 0.01 to 10'],
    [{ leafArea: { snag: 3 } }, 'leafArea.snag: found 3, expected a species with leaves: oak'],
    [{ leafArea: { beech: -3 } }, 'leafArea.beech: found -3, expected the leaf area of a mean tree'],
  ])('refuses %j', (details, message) => {
    expect(() => forest(100_000, size, details)).toThrow(message);
  });

  it('cannot be had of snags', () => {
    expect(() => forest(100_000, { ...size, lai: 3 }, { species: { snag: 1 } })).toThrow(
      'the forest has no leaves for a leaf area index of 3',
    );
  });
});
