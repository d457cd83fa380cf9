import { describe, expect, it } from 'vitest';
import { createWebFiles } from '../../src/base/files/web-files.js';
import { loadScene } from '../../src/scene/load-scene.js';
import type { Scene } from '../../src/scene/scene.js';
import { readSurvey } from '../../src/survey/read-survey.js';
import { objOf } from '../planning/plain-scenes.js';
import { benchWith } from './bench.js';

const corner = (x: number) => `v ${x} 0 0\nv ${x + 1} 0 0\nv ${x} 1 0\n`;
/** Two houses with a wall and a window each, and a tree. */
const TOWN = `mtllib town.mtl
${[0, 2, 4, 6, 8].map(corner).join('')}
o house_1
g wall
usemtl brick
f 1 2 3
g window
usemtl glass
f 4 5 6
o house_2
g wall
usemtl brick
f 7 8 9
o oak
g crown
usemtl leaves
f 10 11 12
usemtl bark
f 13 14 15
`;
const FILES = {
  'town.obj': TOWN,
  'town.mtl': 'newmtl brick\nKd 1 0 0\nnewmtl glass\nKd 0 0 1\nnewmtl leaves\nKd 0 1 0\nnewmtl bark\nKd 0.4 0.3 0.2\n',
  'post.obj': objOf([[0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]]),
};

/** A survey whose scene has these labels. */
const surveyWith = (labels: string) => `
scene:
  parts:
    - { name: town, file: town.obj }
    - { name: posts, file: post.obj, instances: [{ translate: [0, 9, 0] }, { translate: [3, 9, 0] }, { translate: [6, 9, 0] }] }
${labels === '' ? '' : `  labels: [${labels}]`}
scanner: velodyne-vlp-16
legs: [{ position: [0, 0, 2] }]
`;

const ask = benchWith(FILES);
const fit = (pattern: object) => ask('pattern', { text: surveyWith(''), pattern });

/** The scene as a run has it. */
async function sceneOf(text: string): Promise<Scene> {
  const files = createWebFiles({ sources: FILES });
  return loadScene((await readSurvey(text, { files })).scene as never, { files });
}

/** Names of the objects that have a surface of a class. */
const withClass = ({ surfaces, names }: Scene, wanted: number) =>
  [...new Set(surfaces.filter(({ classification }) => classification === wanted).map(({ instance }) => instance))]
    .sort((a, b) => a - b)
    .map((id) => names.instances[id]);

describe('a match of a pattern', () => {
  it.each([
    { match: 'house_*' },
    { match: 'HOUSE_?', on: 'object' },
    { match: 'wall', on: 'group' },
    { match: 'glass' },
    { match: '*', part: 'posts' },
    { part: 'p*' },
    { match: 'thing', on: 'object' },
    { match: 'b*', on: 'material' },
  ])('is as a run labels with it: %j', async (pattern) => {
    const { objects, names, reason } = await fit(pattern);
    const label = Object.entries({ ...pattern, class: 9 }).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
    const scene = await sceneOf(surveyWith(`{ ${label.join(', ')} }`));
    expect(names).toEqual(withClass(scene, 9));
    expect(objects).toBe(names.length);
    expect(objects).toBeGreaterThan(0);
    expect(reason).toBeUndefined();
  });

  it('is counted in triangles, and shown as surfaces of objects', async () => {
    const { triangles, surfaces } = await fit({ match: 'wall' });
    expect(triangles).toBe(2);
    const scene = await sceneOf(surveyWith(''));
    const told = Array.from({ length: surfaces.length / 2 }, (_, k) => [
      scene.names.instances[surfaces[2 * k]],
      scene.materials[surfaces[2 * k + 1]].name,
    ]);
    expect(told).toEqual([
      ['town/house_1', 'brick'],
      ['town/house_2', 'brick'],
    ]);
    expect((await fit({ part: 'posts' })).triangles).toBe(6);
  });

  it('is none, with the nearest name', async () => {
    expect(await fit({ match: 'houze_1' })).toMatchObject({
      objects: 0,
      names: [],
      reason: expect.stringMatching(/no object, group or material is called "houze_1"; did you mean "house_1"/),
    });
    expect((await fit({ match: 'posts' })).reason).toMatch(/write part: "posts"/);
  });
});

describe('the effect of labels', () => {
  it('is each decision that they are the first to make', async () => {
    const text = surveyWith(
      '{ match: house_1, class: 6 }, { match: "house_*", class: 9, semantic: house }, { match: wall, class: 2, material: oak }, { match: nothing, class: 3 }',
    ).replace('material: oak', 'material: plaster');
    const { labels, parts, suggestions } = await ask('labels', { text });
    expect(labels).toEqual([
      { objects: 1, classification: 1 },
      { objects: 2, classification: 1, semantic: 2 },
      { objects: 2, classification: 0, material: 2 },
      { objects: 0, classification: 0 },
    ]);
    expect(withClass(await sceneOf(text), 9)).toEqual(['town/house_2']);
    expect(parts).toEqual(['town', 'posts']);
    expect(suggestions[0]).toEqual({ match: 'house_*', on: 'object', names: 2 });
    expect(suggestions.map(({ match }) => match)).toEqual(
      expect.arrayContaining(['oak', 'wall', 'crown', 'brick', 'glass', 'bark']),
    );
  });

  it('counts what comes with generators for none of the survey', async () => {
    const text = surveyWith('').replace(
      '    - { name: town, file: town.obj }',
      '    - { generate: { kind: room, triangles: 20000 } }',
    );
    expect((await ask('labels', { text })).labels).toEqual([]);
    const { objects } = await ask('pattern', { text, pattern: { match: 'chair*', on: 'object' } });
    expect(objects).toBeGreaterThan(2);
  });
});

describe('the words for labels', () => {
  it('may be written as they are', async () => {
    const { classes, generated, semantics, materials } = await ask('labelWords', {});
    expect([classes.length, generated.length, semantics.length, materials.length].every((count) => count > 3)).toBe(
      true,
    );
    const label = (key: string, value: unknown) => `{ match: "*", ${key}: ${JSON.stringify(value)} }`;
    const all = [
      ...classes.map(({ name }) => label('class', name)),
      ...generated.map(({ number }) => label('class', number)),
      ...semantics.map((name) => label('semantic', name)),
      ...materials.map(({ id }) => label('material', id)),
    ];
    expect((await ask('check', { text: surveyWith(all.join(', ')) })).faults).toEqual([]);
    await expect(sceneOf(surveyWith(label('material', materials[0].id)))).resolves.toBeDefined();
  });
});

describe('the materials of a scene', () => {
  it('are those of subray material assign, although the survey has no legs yet', async () => {
    const text = surveyWith('{ match: wall, material: plaster }').replace(/legs: .*\n/, 'legs: []\n');
    const { wavelengthsNm, materials } = await ask('materials', { text });
    expect(wavelengthsNm).toEqual([905, 1064, 1550]);
    expect(materials.map(({ name, triangles, objects, why }) => [name, triangles, objects, why])).toEqual([
      ['default', 6, 3, expect.any(String)],
      ['plaster', 2, 2, 'label "wall": catalogue: plaster'],
      ['glass', 1, 1, 'its name: glass'],
      ['leaves', 1, 1, expect.stringMatching(/^its name: /)],
      ['bark', 1, 1, 'its name: bark'],
    ]);
    for (const { reflectances } of materials) expect(reflectances.every((value) => value >= 0)).toBe(true);
    expect((await ask('materials', { text: surveyWith('') })).wavelengthsNm).toEqual([903]);
  });
});
