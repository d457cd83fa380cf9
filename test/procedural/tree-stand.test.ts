import { describe, expect, it } from 'vitest';
import { transformPoint } from '../../src/base/affine.js';
import { generateModel } from '../../src/procedural/generate.js';
import type { SceneSize } from '../../src/procedural/procedural-kind.js';
import type { SceneDetails } from '../../src/procedural/scene-details.js';
import { HeightCurve } from '../../src/procedural/trees/height-curve.js';
import { SPECIES } from '../../src/procedural/trees/species.js';
import type { Mesh, Model } from '../../src/scene/model.js';
import { boxOf, effectiveTriangles, hashModel } from './models.js';

const forest = (size: SceneSize, details: SceneDetails = {}, triangles = 400_000, seed = 1) =>
  generateModel('forest', { seed, triangles, size, details });

const treesOf = ({ instances }: Model) => instances.filter(({ name }) => name.startsWith('tree_'));
type Tree = ReturnType<typeof treesOf>[number];

const speciesOf = (model: Model, { mesh }: Tree) => model.meshes[mesh].name.split('_')[0];
const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const deviationOf = (values: number[]) => {
  const mean = meanOf(values);
  return Math.sqrt(meanOf(values.map((v) => (v - mean) ** 2)));
};

/**
 * Diameter at breast height: of the circle as large as the cut through the trunk 1.3 m above the ground at its foot.
 */
function diameterOf({ meshes }: Model, { mesh, transform }: Tree): number {
  const height = transform[11] + 0.05 + 1.3;
  const cuts = trunkEdges(meshes[mesh]).flatMap(([a, b]) => {
    const [p, q] = [transformPoint(transform, a), transformPoint(transform, b)];
    if (p[2] > height === q[2] > height) return [];
    const share = (height - p[2]) / (q[2] - p[2]);
    return [[p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])]];
  });
  const [x, y] = [0, 1].map((axis) => meanOf(cuts.map((cut) => cut[axis])));
  // The outermost points of the cut lie on the circle; triangles' diagonals cut within.
  return 2 * Math.max(...cuts.map((cut) => Math.hypot(cut[0] - x, cut[1] - y)));
}

type Vec3 = [number, number, number];

/** Edges of trunks by mesh, of which many trees are instances. */
const edges = new WeakMap<Mesh, [Vec3, Vec3][]>();

function trunkEdges(mesh: Mesh): [Vec3, Vec3][] {
  const found = edges.get(mesh) ?? findTrunkEdges(mesh);
  edges.set(mesh, found);
  return found;
}

function findTrunkEdges({ positions, indices, triangleGroup, groups }: Mesh): [Vec3, Vec3][] {
  const trunk = groups.findIndex(({ group }) => group === 'trunk');
  const at = (vertex: number) => [...positions.subarray(vertex * 3, vertex * 3 + 3)] as Vec3;
  const found: [Vec3, Vec3][] = [];
  for (const [triangle, group] of triangleGroup.entries())
    for (let side = 0; group === trunk && side < 3; side++)
      found.push([at(indices[3 * triangle + side]), at(indices[3 * triangle + ((side + 1) % 3)])]);
  return found;
}

/** Triangles of a group or material, over all instances. */
function trianglesOf({ meshes, instances, materials }: Model, fits: (group: string, material: string) => boolean) {
  const counts = meshes.map(
    ({ triangleGroup, groups }) =>
      triangleGroup.filter((group) => fits(groups[group].group, materials[groups[group].material].name)).length,
  );
  return instances.reduce((sum, { mesh }) => sum + counts[mesh], 0);
}

describe('a forest by plot statistics', () => {
  const model = forest(
    { extent: 100, stems: 600 },
    { diameter: { mean: 0.25, sd: 0.08 }, species: { beech: 0.5, spruce: 0.3, pine: 0.2 } },
    800_000,
  );
  const trees = treesOf(model);
  const diameters = trees.map((tree) => diameterOf(model, tree));

  it('has its stems per hectare, and its triangles within 2 %', () => {
    expect(trees).toHaveLength(600);
    expect(Math.abs(effectiveTriangles(model) / 800_000 - 1)).toBeLessThan(0.02);
    for (const [stems, extent] of [
      [20_000, 30],
      [50, 200],
      [1, 20],
      [3000, 20],
    ] as const)
      expect(treesOf(forest({ extent, stems }))).toHaveLength(Math.max(1, Math.round((stems * extent ** 2) / 1e4)));
  });

  it('has diameters of its mean and standard deviation, at breast height, within their errors', () => {
    // Three standard errors of 600 trees, and 2 % for the trunk's taper between the kind and the tree.
    expect(Math.abs(meanOf(diameters) - 0.25)).toBeLessThan((3 * 0.08) / Math.sqrt(600) + 0.005);
    expect(Math.abs(deviationOf(diameters) - 0.08)).toBeLessThan((3 * 0.08) / Math.sqrt(1200) + 0.002);
  });

  it('has heights that follow from diameters by the curve of the species', () => {
    // Thinner trunks have three sides, whose middle the cut does not show well.
    const thick = [...trees.entries()].filter(([k]) => diameters[k] > 0.15).slice(0, 100);
    for (const [k, tree] of thick) {
      const top = boxOf(model, new RegExp(`^${tree.name}$`)).max[2] - tree.transform[11] - 0.05;
      const curve = new HeightCurve(SPECIES[speciesOf(model, tree) as 'beech']);
      expect(Math.abs(top / curve.heightOf(diameters[k]) - 1), tree.name).toBeLessThan(0.03);
    }
  });

  it('has the species in their shares', () => {
    for (const [name, share] of [
      ['beech', 0.5],
      ['spruce', 0.3],
      ['pine', 0.2],
    ] as const) {
      const found = trees.filter((tree) => speciesOf(model, tree) === name).length / 600;
      expect(Math.abs(found - share), name).toBeLessThan(3 * Math.sqrt((share * (1 - share)) / 600));
    }
  });

  it('stores few kinds, labels branches apart from trunks, and keeps the origin free', () => {
    expect(new Set(trees.map(({ mesh }) => mesh)).size).toBeLessThanOrEqual(18);
    const groups = model.meshes[trees[0].mesh].groups.map(({ group }) => group);
    expect(groups).toEqual(['trunk', 'branches', 'foliage']);
    for (const { transform } of trees) expect(Math.hypot(transform[3], transform[7])).toBeGreaterThan(4);
  });

  it('keeps trees apart, as far as there is room for all of them', () => {
    const nearest = trees.map(({ transform: a }, i) =>
      Math.min(...trees.map(({ transform: b }, k) => (k === i ? Infinity : Math.hypot(a[3] - b[3], a[7] - b[7])))),
    );
    expect(Math.min(...nearest)).toBeGreaterThan(0.5 * Math.sqrt(1e4 / 600) * 0.99);
  });

  it('is the same for the same seed, and another for another', () => {
    const hash = (seed: number) => hashModel(forest({ extent: 30, stems: 400 }, {}, 60_000, seed));
    expect(hash(3)).toBe(hash(3));
    expect(hash(3)).not.toBe(hash(4));
  });

  it('refuses more trees than its triangles can make', () => {
    expect(() => forest({ extent: 100, stems: 20_000 })).toThrow(
      'a generated forest of 20000 trees has more than 400000 triangles',
    );
    expect(() => forest({ extent: 2000, stems: 20_000 })).toThrow('8000000 trees cannot be made; 250000 are possible');
  });

  it.each([
    [{ diameter: { mean: 5, sd: 1 } }, 'diameter.mean: found 5, expected a number from 0.02 to 1 (m)'],
    [
      { diameter: { mean: 0.2, sd: 0.3 } },
      'diameter.sd: found 0.3, expected a number from 0 to the mean, which is 0.2 (m)',
    ],
    [{ species: { palm: 1 } }, 'species.palm: found 1, expected one of the species oak, beech'],
    [{ species: { oak: -1 } }, 'species.oak: found -1, expected a share'],
    [{ species: { oak: 0 } }, 'species: found "oak: 0", expected a species with a share above 0'],
    [{ season: 'spring' as never }, 'season: found "spring", expected one of: summer, autumn, winter'],
  ])('refuses %j', (details, message) => {
    expect(() => forest({ extent: 40 }, details)).toThrow(message);
  });

  it('is no room', () => {
    const options = { seed: 1, triangles: 40_000, details: { season: 'winter' } } as const;
    expect(() => generateModel('terrain', options)).toThrow(
      'season: found "winter", expected no season: a terrain has extent, relief, roughness',
    );
  });
});

describe('seasons', () => {
  const leaves = (season: SceneDetails['season'], material: RegExp) =>
    trianglesOf(forest({ extent: 40 }, { season }, 60_000), (_, name) => material.test(name));

  it('colour leaves in autumn, and take them in winter, but leave needles', () => {
    expect(leaves('summer', /^leaf(_light|_dark)?$/)).toBeGreaterThan(1000);
    expect(leaves('autumn', /^leaf(_light|_dark)?$/)).toBe(0);
    expect(leaves('autumn', /^leaf_autumn$/)).toBeGreaterThan(1000);
    expect(leaves('winter', /^leaf/)).toBe(0);
    expect(leaves('winter', /^needle/)).toBeGreaterThan(1000);
  });

  it('are summer unless something else is said', () => {
    const hash = (details: SceneDetails) => hashModel(forest({ extent: 40 }, details, 30_000));
    expect(hash({ season: 'summer' })).toBe(hash({}));
  });
});

describe('a forest by a table of trees', () => {
  const rows: SceneDetails['trees'] = [
    { x: 3, y: -2, species: 'oak', diameter: 0.4, height: 17 },
    { x: -12.5, y: 8, species: 'spruce', diameter: 0.15 },
    { x: 10, y: 10, species: 'beech', height: 20 },
    { x: 0, y: 14 },
  ];
  const model = forest({}, { trees: rows }, 20_000);
  const trees = treesOf(model);

  it('has each tree where it stands, as thick and as high as it is', () => {
    expect(trees.map(({ transform }) => [transform[3], transform[7]])).toEqual(rows.map(({ x, y }) => [x, y]));
    expect(trees.slice(0, 3).map((tree) => speciesOf(model, tree))).toEqual(['oak', 'spruce', 'beech']);
    expect(diameterOf(model, trees[0])).toBeCloseTo(0.4, 2);
    expect(diameterOf(model, trees[1])).toBeCloseTo(0.15, 2);
    const tops = trees.map((tree) => boxOf(model, new RegExp(`^${tree.name}$`)).max[2] - tree.transform[11] - 0.05);
    expect(tops[0]).toBeCloseTo(17, 3);
    expect(tops[1]).toBeCloseTo(new HeightCurve(SPECIES.spruce).heightOf(0.15), 3);
    expect(tops[2]).toBeCloseTo(20, 3);
    expect(new HeightCurve(SPECIES.beech).heightOf(diameterOf(model, trees[2]))).toBeCloseTo(20, 0);
  });

  it('keeps diameters where there are few triangles', () => {
    const coarse = forest({}, { trees: rows }, 2000);
    const [tree] = treesOf(coarse);
    expect(coarse.meshes[tree.mesh].triangleGroup.length).toBeLessThan(500);
    expect(Math.abs(diameterOf(coarse, tree) / 0.4 - 1)).toBeLessThan(0.1);
  });

  it('changes no other tree when one is told more', () => {
    const more = forest({}, { trees: [{ ...rows[0], diameter: 0.5 }, ...rows.slice(1)] }, 20_000);
    expect(diameterOf(more, treesOf(more)[3])).toBeCloseTo(diameterOf(model, trees[3]), 2);
  });
});

describe('height curves', () => {
  it('go through the range of heights of their species, and back from height to diameter', () => {
    for (const species of [SPECIES.oak, SPECIES.spruce, SPECIES.birch, SPECIES.snag]) {
      const curve = new HeightCurve(species);
      expect(curve.heightOf(0.12)).toBeCloseTo(species.height[0], 9);
      expect(curve.heightOf(0.45)).toBeCloseTo(species.height[1], 9);
      expect(curve.diameterOf(curve.heightOf(0.3))).toBeCloseTo(0.3, 9);
      expect(curve.diameterOf(200)).toBeLessThan(4);
    }
  });
});

describe('the ground of a forest', () => {
  const reliefOf = (size: SceneSize, seed = 1) => {
    const { min, max } = boxOf(forest({ extent: 40, stems: 200, ...size }, {}, 40_000, seed), /^ground_/);
    return max[2] - min[2];
  };

  it('has the relief that is asked for, and trees that stand on it', () => {
    for (const relief of [0, 2, 30]) {
      expect(reliefOf({ relief }), `${relief}`).toBeCloseTo(relief, 3);
      expect(reliefOf({ relief, roughness: 2.4 }), `${relief}, rough`).toBeCloseTo(relief, 3);
    }
    expect(reliefOf({ roughness: 2.2 })).toBeCloseTo(4, 3);
    const steep = treesOf(forest({ extent: 40, stems: 200, relief: 30 }, {}, 40_000)).map(
      ({ transform }) => transform[11],
    );
    expect(Math.max(...steep) - Math.min(...steep)).toBeGreaterThan(15);
  });
});
