import { expect, it } from 'vitest';
import { rotation } from '../../../src/base/affine.js';
import { createWebFiles } from '../../../src/base/files/web-files.js';
import type { ScenePart } from '../../../src/scene/scene-description.js';
import { loadSurvey } from '../../../src/survey/load-survey.js';
import { faultOf } from '../../scene/scene-files.js';

/** The parts of a survey whose scene has these. */
async function partsOf(parts: string, physics = 'si'): Promise<ScenePart[]> {
  const survey = `physics: ${physics}\nscene: { parts: [${parts}] }\nscanner: velodyne-vlp-16\nlegs: [{ position: [0, 0, 1.7] }]\noutput: [cloud.las]\n`;
  const models = Object.fromEntries(['a.obj', 'cloud.xyz', 'crown.vox'].map((name) => [name, '0 0 0\n']));
  const files = createWebFiles({ sources: { 'survey.yaml': survey, ...models } });
  return (await loadSurvey('survey.yaml', { files })).scene.parts;
}

it.each([
  ['{ file: a.obj, on: ground }', { stand: { by: 'surface' } }],
  ['{ file: a.obj, on: { by: plane-closest } }', { stand: { by: 'plane-closest' } }],
  ['{ file: a.obj, on: { sink: 0.2 } }', { stand: { by: 'surface', sink: 0.2 } }],
  ['{ file: a.obj, on: terrain }, { generate: { kind: terrain } }', { stand: { part: 'terrain', by: 'surface' } }],
  [
    '{ file: a.obj, on: { part: terrain, by: plane-lowest } }, { generate: { kind: terrain } }',
    { stand: { part: 'terrain', by: 'plane-lowest' } },
  ],
  // A part of that name has priority over the class.
  [
    '{ file: a.obj, on: ground }, { generate: { kind: terrain }, name: ground }',
    { stand: { part: 'ground', by: 'surface' } },
  ],
  ['{ file: a.obj, instance: 7 }', { instance: 7 }],
  ['{ file: a.obj, objects: node, front: -x }', { objects: 'node', front: '-x' }],
  // One object at each place is what instances are anyway.
  ['{ file: a.obj, objects: part, instances: [{ translate: [0, 0, 0] }] }', { objects: 'part' }],
  ['{ file: a.obj, up: y, front: +z }', { front: '+z' }],
  ['{ file: a.obj, transform: { rotate: [90, 0, 0] }, front: +z }', { front: '+z' }],
  ['{ file: cloud.xyz, voxels: { size: 0.25, minPoints: 3 } }', { source: { voxels: { size: 0.25, minPoints: 3 } } }],
  [
    '{ file: cloud.xyz, voxels: { size: 1, normals: nearest, normalColumns: [5, 6, 7], defaultNormal: [0, 0, 1] } }',
    { source: { voxels: { size: 1, normals: 'nearest', normalColumns: [5, 6, 7], defaultNormal: [0, 0, 1] } } },
  ],
  ['{ file: a.obj, voxels: { size: 2 } }', { source: { voxels: { size: 2 } } }],
  [
    '{ file: crown.vox, voxels: { rotate: [{ axis: z, angle: 90 }], cubeScale: 2 } }',
    { source: { voxels: { mode: 'solid', cubeScale: 2, turn: rotation([0, 0, 1], Math.PI / 2) } } },
  ],
  ['{ file: crown.vox, voxels: { exponent: 2 } }', { source: { voxels: { mode: 'solid', exponent: 2 } } }],
  [
    '{ file: crown.vox, voxels: { mode: scaled, shift: true, seed: 4 } }',
    { source: { voxels: { mode: 'scaled', shift: true, seed: 4 } } },
  ],
  ['{ file: crown.vox, voxels: { mode: medium } }', { source: { voxels: { mode: 'medium' } } }],
  [
    '{ file: crown.vox, voxels: { mode: medium, leafAngles: planophile } }',
    { source: { voxels: { mode: 'medium', leafAngles: 'planophile' } } },
  ],
])('resolves %s', async (part, expected) => {
  const [first] = await partsOf(part);
  expect(first).toMatchObject(expected);
});

it.each([
  ['{ file: a.obj, objects: nodes }', 'objects: found "nodes", expected one of: part, node'],
  [
    '{ file: a.obj, objects: node, instances: [{ translate: [0, 0, 0] }] }',
    'objects: found "node", expected part: with instances, each placement is one object',
  ],
  [
    '{ file: a.obj, objects: node, instance: 7 }',
    'objects: found "node", expected part: with instance, the part is one object',
  ],
  ['{ file: a.obj, front: x }', 'front: found "x", expected one of: +x, -x, +y, -y, +z, -z'],
  ['{ file: a.obj, front: +z }', 'front: found "+z", expected an axis of the file that lies level in the scene'],
  ['{ file: a.obj, up: y, front: -y }', 'front: found "-y", expected an axis of the file that lies level in the scene'],
  ['{ generate: { kind: street }, objects: part }', 'objects: unknown key'],
])('refuses %s', async (part, message) => {
  expect(await faultOf(partsOf(part))).toContain(`scene.parts[0].${message}`);
});

it('leaves out what a part does not say', async () => {
  const [{ source, stand, instance, objects, front }] = await partsOf('{ file: a.obj }');
  expect(source).toEqual({ kind: 'file', path: expect.any(String) });
  expect([stand, instance, objects, front]).toEqual([undefined, undefined, undefined, undefined]);
});

it('takes other leaf angles for a table, and the extinction of the physics', async () => {
  const part = '{ file: crown.vox, voxels: { mode: medium, leafAngles: lut/oak.txt } }';
  const [{ source: native }] = await partsOf(part);
  expect(native).toMatchObject({ voxels: { mode: 'medium', projections: expect.stringMatching(/lut\/oak\.txt$/) } });
  expect(native).not.toHaveProperty('voxels.foliage');
  const [{ source }] = await partsOf(part, '{ foliage: area }');
  expect(source).toHaveProperty('voxels.foliage', 'area');
});
