import { expect, it } from 'vitest';
import { compose, rotation, scaling, translation } from '../../../src/base/affine.js';
import { type SceneTree, standOfModel, treeAt } from '../../../src/scene/trees/stand.js';
import { describeFigures, standFigures } from '../../../src/scene/trees/stand-figures.js';
import { treeTable } from '../../../src/scene/trees/tree-table.js';

const FACTS = {
  species: 'oak',
  diameter: 0.4,
  height: 18,
  crownBase: 5,
  crownRadius: 3,
  leafArea: 120,
};
const at = (diameter: number, height: number, leafArea: number, species = 'oak'): SceneTree => ({
  ...FACTS,
  ...{ id: 7, name: 'wood/tree_001', x: 1.23456, y: -2, z: 0.5 },
  ...{ diameter, height, leafArea, species },
});

it('places a tree with its measures in the size of its placement', () => {
  const tree = { mesh: 0, name: 'tree_001', transform: translation([2, 3, 0.95]), tree: { ...FACTS, foot: 0.05 } };
  const turned = compose(translation([100, 0, 10]), rotation([0, 0, 1], Math.PI / 2));
  const object = { id: 3, name: 'wood/tree_001' };
  const placed = treeAt(tree, turned, object);
  expect([placed.x, placed.y, placed.z]).toEqual([97, 2, 11].map((value) => expect.closeTo(value, 9)));
  expect(placed).toMatchObject({ ...object, species: 'oak', diameter: expect.closeTo(0.4, 9) });
  const larger = treeAt(tree, scaling([2, 2, 2]), object);
  expect(larger).toMatchObject({ height: 36, diameter: expect.closeTo(0.8, 9), leafArea: expect.closeTo(480, 9) });
  const slim = treeAt(tree, scaling([1, 1, 2]), object);
  expect(slim).toMatchObject({ height: 36, crownBase: 10, diameter: expect.closeTo(0.4, 9) });
  // Leaves in all directions, 1 wide and 2 high: the mean of √(4 − 3u²) over u from 0 to 1 is 1.7092.
  expect(slim.leafArea / 120).toBeCloseTo(1.7092, 1);
});

it('sums a stand up as inventories do', () => {
  const trees = [at(0.3, 20, 100), at(0.4, 22, 150, 'beech'), at(0.3, 21, 50)];
  expect(standFigures({ trees, area: 400 })).toEqual({
    trees: 3,
    species: { oak: 2, beech: 1 },
    quadraticMeanDiameter: 0.3367,
    meanHeight: 21,
    leafArea: 300,
    area: 400,
    stemsPerHectare: 75,
    basalArea: 6.676,
    leafAreaIndex: 0.75,
  });
  expect(describeFigures(standFigures({ trees, area: 400 }))).toBe(
    '3 (2 oak, 1 beech), 75 stems/ha, basal area 6.676 m²/ha, quadratic mean diameter 0.3367 m, mean height 21 m, LAI 0.75',
  );
  expect(describeFigures(standFigures({ trees: [trees[0]] }))).toMatch(/leaf area 100 m²$/);
});

it('is a table with a line for each tree', () => {
  expect(treeTable([at(0.3, 20, 100), { ...at(0.4, 22, 150), name: 'a "b", c' }])).toBe(
    [
      'id,name,species,x,y,z,diameter,height,crown_base,crown_radius,leaf_area',
      '7,wood/tree_001,oak,1.235,-2.000,0.500,0.3000,20.000,5.000,3.000,100.00',
      '7,"a ""b"", c",oak,1.235,-2.000,0.500,0.4000,22.000,5.000,3.000,150.00',
      '',
    ].join('\n'),
  );
});

it('numbers the trees of a model in turn around those with numbers of their own', () => {
  const tree = (name: string, instance?: number) => ({
    ...{ mesh: 0, name, transform: translation([0, 0, 0]) },
    tree: { ...FACTS, foot: 0, ...(instance !== undefined && { instance }) },
  });
  const instances = [tree('tree_001'), tree('tree_002', 1), tree('tree_003', 500), tree('tree_004')];
  const stand = standOfModel({ meshes: [], materials: [], instances });
  expect(stand?.trees.map(({ id, name }) => [id, name])).toEqual([
    [2, 'tree_001'],
    [1, 'tree_002'],
    [500, 'tree_003'],
    [3, 'tree_004'],
  ]);
});
