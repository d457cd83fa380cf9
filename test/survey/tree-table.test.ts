import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { loadSurvey } from '../../src/node-surveys.js';
import type { SceneDetails } from '../../src/procedural/scene-details.js';
import { loadScene } from '../../src/scene/load-scene.js';
import type { GeneratedSource, SceneDescription } from '../../src/scene/scene-description.js';
import { treeTable } from '../../src/scene/trees/tree-table.js';
import { surveyInputs } from '../../src/survey/check-outputs.js';
import { surveyText } from './survey-file.js';

/** A survey of a forest with this table of trees, in a folder of its own. */
async function surveyOf(table: string, keys = '') {
  const folder = await mkdtemp(join(tmpdir(), 'trees-'));
  await writeFile(join(folder, 'trees.csv'), table);
  const scene = `scene: { parts: [ { generate: { kind: forest, triangles: 20000, trees: trees.csv${keys} } } ] }`;
  await writeFile(join(folder, 'survey.yaml'), surveyText({ scene }));
  return { folder, load: () => loadSurvey(join(folder, 'survey.yaml')) };
}

it('plants the trees of a table that lies beside the survey, labelled to the part', async () => {
  const { folder, load } = await surveyOf('height;x;y;species\n17;3;-2;oak\n;-12.5;8;\n');
  const survey = await load();
  const scene = survey.scene as SceneDescription;
  const source = scene.parts[0].source as GeneratedSource;
  expect(source.details).toEqual({
    trees: [
      { x: 3, y: -2, species: 'oak', height: 17 },
      { x: -12.5, y: 8 },
    ],
  });
  expect(surveyInputs(survey)).toContain(join(folder, 'trees.csv'));
  const { names } = await loadScene(scene, { files: nodeFiles });
  expect(Object.values(names.semantics)).toEqual(expect.arrayContaining(['trunk', 'branch', 'foliage', 'terrain']));
  const objects = Object.values(names.instances).filter((name) => name.includes('tree_'));
  expect(objects).toEqual(['forest/tree_001', 'forest/tree_002']);
});

/** Trees of a survey's table, and what is said while it is loaded. */
async function treesOf(table: string) {
  const { folder } = await surveyOf(table);
  const lines: string[] = [];
  const note = (text: string) => void lines.push(text);
  const survey = await loadSurvey(join(folder, 'survey.yaml'), { log: { info: note, warn: note } });
  const { details } = (survey.scene as SceneDescription).parts[0].source as GeneratedSource;
  return { trees: (details as SceneDetails).trees ?? [], lines };
}

it.each([
  ['dbh', '0.60', 0.6],
  ['DBH_cm', '60', 0.6],
  ['dbh_m', '0.6', 0.6],
  ['diameter_cm', '12.5', 0.125],
])('takes %s as the diameter', async (column, cell, diameter) => {
  const { trees, lines } = await treesOf(`x,y,species,${column}\n4,0,beech,${cell}\n`);
  expect(trees).toEqual([{ x: 4, y: 0, species: 'beech', diameter: expect.closeTo(diameter, 9) }]);
  expect(lines.filter((line) => line.includes('not read'))).toEqual([]);
});

it('draws what is NA or empty, and says so', async () => {
  const { trees, lines } = await treesOf('x,y,species,dbh,height\n4,0,NA,0.6,\n1,1,oak,NA,12\n2,2,oak,,NA\n');
  expect(trees).toEqual([
    { x: 4, y: 0, diameter: 0.6 },
    { x: 1, y: 1, species: 'oak', height: 12 },
    { x: 2, y: 2, species: 'oak' },
  ]);
  expect(lines.join('\n')).toMatch(/: 1 of species, 2 of height, 2 of diameter$/m);
});

it('doubts a column of centimetres that is as small as metres, and names unread columns once', async () => {
  const { lines } = await treesOf('x,y,dbh_cm,vitality\n4,0,1.1,2\n3,3,1.05,2\n');
  expect(lines.filter((line) => /all diameters are below 1.2 cm; if these are metres/.test(line))).toHaveLength(1);
  expect(lines.filter((line) => /columns that are not read: vitality/.test(line))).toHaveLength(1);
});

it('takes places of a national grid, which trees have to the millimetre', async () => {
  const { load } = await surveyOf('x,y,species\n350004.125,5620010.5,oak\n349990,5620000,spruce\n');
  const survey = await load();
  const { stand } = await loadScene(survey.scene as SceneDescription, { files: nodeFiles });
  expect(stand?.trees.map(({ x, y }) => [x, y])).toEqual([
    [350004.125, 5620010.5],
    [349990, 5620000],
  ]);
});

it.each(['id', 'tree_id', 'instance'])(
  'numbers trees by the column %s, and other things around them',
  async (column) => {
    const { load } = await surveyOf(`x,y,${column}\n4,0,1007\n-4,2,\n1,6,2\n`);
    const { stand, names, surfaces } = await loadScene((await load()).scene as SceneDescription, { files: nodeFiles });
    const [first, drawn, third] = stand?.trees ?? [];
    expect([first.id, third.id]).toEqual([1007, 2]);
    expect(names.instances[1007]).toBe('forest/tree_001');
    expect(names.instances[2]).toBe('forest/tree_003');
    expect(names.instances[drawn.id]).toBe('forest/tree_002');
    const objects = new Set(surfaces.map(({ instance }) => instance));
    expect([1007, 2, drawn.id].every((id) => objects.has(id))).toBe(true);
    // Each other object has a number and a name of its own.
    expect(new Set(Object.values(names.instances)).size).toBe(Object.keys(names.instances).length);
  },
);

it('says that trees with one number are one object', async () => {
  const { lines } = await treesOf('x,y,id\n4,0,7\n-4,2,7\n');
  expect(lines.join('\n')).toMatch(/trees\.csv: the rows with the instance 7 are one object$/m);
});

it('takes a table that a generated forest wrote, with the same trees', async () => {
  const { load } = await surveyOf('x,y,species,dbh\n3,4,oak,0.3\n-6,2,pine,0.22\n');
  const first = await loadScene((await load()).scene as SceneDescription, { files: nodeFiles });
  const again = await treesOf(treeTable(first.stand!.trees));
  expect(again.lines.filter((line) => line.includes('not read'))).toEqual([]);
  expect(again.trees).toMatchObject([
    { x: 3, y: 4, species: 'oak', diameter: 0.3 },
    { x: -6, y: 2, species: 'pine', diameter: 0.22 },
  ]);
  for (const [k, { leafArea = 0 }] of again.trees.entries())
    expect(leafArea).toBeCloseTo(first.stand!.trees[k].leafArea, 1);
});

describe('a forest without ground on a part', () => {
  /** A ramp of 40 m: z = 100 + x / 4. */
  const RAMP = 'v -20 -20 95\nv 20 -20 105\nv 20 20 105\nv -20 20 95\nf 1 2 3 4\n';

  async function sceneOn(table: string, rest = 'on: dem') {
    const folder = await mkdtemp(join(tmpdir(), 'trees-'));
    await writeFile(join(folder, 'trees.csv'), table);
    await writeFile(join(folder, 'dem.obj'), RAMP);
    const generate = '{ kind: forest, triangles: 20000, trees: trees.csv, ground: none }';
    const forest = `{ name: wood, generate: ${generate}, ${rest} }`;
    const scene = `scene: { parts: [ { name: dem, file: dem.obj, up: z }, ${forest} ] }`;
    await writeFile(join(folder, 'survey.yaml'), surveyText({ scene }));
    const survey = await loadSurvey(join(folder, 'survey.yaml'));
    return loadScene(survey.scene as SceneDescription, { files: nodeFiles });
  }

  it('has every tree on it, which the table of trees has as well', async () => {
    const scene = await sceneOn('x,y,species\n-10,3,oak\n8,-4,spruce\n0,15,beech\n');
    expect(scene.stand?.trees.map(({ z }) => z)).toEqual([97.5, 102, 100].map((z) => expect.closeTo(z, 6)));
    expect(scene.names.instances.some((name) => name?.includes('ground_'))).toBe(false);
    for (const { id, name } of scene.stand?.trees ?? []) expect(scene.names.instances[id]).toBe(name);
    expect(scene.bounds.min[2]).toBeGreaterThan(94.5);
  });

  it('has its trees as deep in the ground as it is told to', async () => {
    const scene = await sceneOn('x,y,species\n-10,3,oak\n8,-4,spruce\n', 'on: { part: dem, sink: 0.4 }');
    expect(scene.stand?.trees.map(({ z }) => z)).toEqual([97.1, 101.6].map((z) => expect.closeTo(z, 6)));
  });

  it('names the tree below which there is no ground', async () => {
    await expect(sceneOn('x,y\n0,0\n25,3\n')).rejects.toThrow(
      /wood\/tree_002 stands on the ground, but there is nothing of part dem at \(25.000, 3.000\)/,
    );
  });

  it('stands on surfaces only, once', async () => {
    await expect(sceneOn('x,y\n0,0\n', 'on: { part: dem, by: plane-lowest }')).rejects.toThrow('on.by');
    await expect(sceneOn('x,y\n0,0\n', 'on: dem, instances: [ { translate: [0, 0, 0] } ]')).rejects.toThrow(
      'no instances: plants stand on their ground one by one',
    );
  });
});

it.each([
  ['x,y\n1,2\n3,?\n', '', 'trees.csv:3:3: y is "?"; it takes a number'],
  ['x,y,species\n1,2,oka\n', '', 'trees.csv:2:5: species is "oka"; it takes one of oak, beech'],
  ['x,y,diameter\n1,2,35\n', '', 'trees.csv:2:5: diameter is 35; it takes a number from 0.01 to 3 (m)'],
  ['x,y,height\n1,2,0.5\n', '', 'trees.csv:2:5: height is 0.5; it takes a number from 1.5 to 120 (m)'],
  ['x,y\n512345,2\n0,0\n', '', 'trees.csv:2:1: x is 512345; it takes a number from 255173 to 257173 (m)'],
  ['x,y,dbh\n1,2,35\n', '', 'diameter is 35; it takes a number from 0.01 to 3 (m)'],
  ['x,y,dbh\n1,2,35\n', '', 'if these are centimetres, name the column diameter_cm or dbh_cm'],
  ['x,y,leaf_area\n1,2,-3\n', '', 'leaf_area is -3; it takes a number from 0 to 10000 (m²)'],
  ['x,y\n1,16\n', ', extent: 30', 'trees.csv:2:3: y is 16; it takes a number from -15 to 15 (m)'],
  ['x,height\n1,16\n', '', 'trees.csv:1: the table has no column "y"; its header is "x, height"'],
  ['x,y,id\n1,1,T12\n', '', 'trees.csv:2:5: the number of the object is "T12"; it takes a whole one from 1 to 9999999'],
  ['x,y\n', '', 'trees.csv: the table has 0 trees, expected 1 to 250000'],
  ['x,y\n1,1\n', ', lai: 3, leafArea: 2', 'generate.leafArea: found 2, expected no factor: lai sets the leaf area'],
  ['x,y\n1,1\n', ', stems: 100', 'generate.stems: found 100, expected no stems: the table has its trees'],
])('refuses the table %j%s', async (table, keys, message) => {
  const { load } = await surveyOf(table, keys);
  await expect(load()).rejects.toThrow(message);
});
