import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { loadSurvey } from '../../src/node-surveys.js';
import { loadScene } from '../../src/scene/load-scene.js';
import type { GeneratedSource, SceneDescription } from '../../src/scene/scene-description.js';
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

it.each([
  ['x,y\n1,2\n3,?\n', '', 'trees.csv:3:3: y is "?"; it takes a number'],
  ['x,y,species\n1,2,oka\n', '', 'trees.csv:2:5: species is "oka"; it takes one of oak, beech'],
  ['x,y,diameter\n1,2,35\n', '', 'trees.csv:2:5: diameter is 35; it takes a number from 0.01 to 3 (m)'],
  ['x,y,height\n1,2,0.5\n', '', 'trees.csv:2:5: height is 0.5; it takes a number from 1.5 to 120 (m)'],
  [
    'x,y\n512345,2\n',
    '',
    'x is 512345; it takes a number from -1000 to 1000 (m); positions are counted from the middle',
  ],
  ['x,y\n1,16\n', ', extent: 30', 'trees.csv:2:3: y is 16; it takes a number from -15 to 15 (m)'],
  ['x,height\n1,16\n', '', 'trees.csv:1: the table has no column "y"; its header is "x, height"'],
  ['x,y\n', '', 'trees.csv: the table has 0 trees, expected 1 to 250000'],
  ['x,y\n1,1\n', ', stems: 100', 'generate.stems: found 100, expected no stems: the table has its trees'],
])('refuses the table %j%s', async (table, keys, message) => {
  const { load } = await surveyOf(table, keys);
  await expect(load()).rejects.toThrow(message);
});
