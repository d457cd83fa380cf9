import { expect, it } from 'vitest';
import { IDENTITY } from '../../../../src/base/affine.js';
import { nodeFiles } from '../../../../src/base/files/node-files.js';
import { loadScene } from '../../../../src/node-surveys.js';
import { readModel } from '../../../../src/scene/read/read-model.js';
import { temporaryFolder } from '../../scene-files.js';
import { type Data, glb, type Json, sceneOf } from './gltf-files.js';

const folder = temporaryFolder();
const TRIANGLE: Data = { values: Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0]), type: 'VEC3' };
const SHAPE = { attributes: { POSITION: 0 } };

function keepAll() {
  const [infos, warnings]: string[][] = [[], []];
  const log = { info: (text: string) => void infos.push(text), warn: (text: string) => void warnings.push(text) };
  return { log, infos, warnings };
}

/** What reading a file of a triangle and `more` says, and its path. */
async function saidOf(name: string, more: Json, primitives: Json[] = [SHAPE]) {
  const { log, infos, warnings } = keepAll();
  const path = folder.write(name, glb(sceneOf(primitives, more), [TRIANGLE]));
  await readModel(path, { files: nodeFiles, log });
  return { path, infos, warnings };
}

it('says nothing of a file that has only what is read', async () => {
  const { infos, warnings } = await saidOf('plain.glb', {});
  expect([infos, warnings]).toEqual([[], []]);
});

it('warns of animations, since the model would stand elsewhere', async () => {
  const channels = [{ sampler: 0, target: { node: 0, path: 'translation' } }];
  const drive = { channels, samplers: [{ input: 1, output: 2 }] };
  const { path, infos, warnings } = await saidOf('moving.glb', { animations: [drive, drive], cameras: [{}] });
  expect(infos).toEqual([]);
  expect(warnings).toEqual([
    `${path}: left out: 2 animations and 1 camera; the model stands still, in the pose of its nodes: animation: {} of its part plays the first`,
  ]);
});

it('lists everything else in one line', async () => {
  const hidden = { mesh: 0, extensions: { KHR_node_visibility: { visible: false } } };
  const more = {
    scenes: [{ nodes: [0, 1] }, { nodes: [1] }],
    nodes: [{ mesh: 0 }, { children: [2], extensions: hidden.extensions }, { mesh: 0 }],
    cameras: [{ type: 'perspective' }, { type: 'perspective' }],
    extensions: { KHR_lights_punctual: { lights: [{}, {}, {}] }, KHR_materials_variants: { variants: [{}, {}] } },
    extensionsUsed: ['KHR_lights_punctual', 'KHR_materials_variants', 'KHR_node_visibility'],
  };
  const primitives = [SHAPE, { ...SHAPE, mode: 0 }, { ...SHAPE, mode: 3 }, { ...SHAPE, mode: 5 }];
  const { path, infos, warnings } = await saidOf('rich.glb', more, primitives);
  expect(warnings).toEqual([]);
  const all =
    '1 other scene, 1 hidden node, 2 sets of points or lines, 2 cameras, 3 lights and 2 variants of its materials';
  expect(infos).toEqual([`${path}: left out: ${all}`]);
});

it.each([
  ['numbers', { animations: 7, cameras: 'none', extensions: { KHR_lights_punctual: { lights: 3 } } }],
  ['nothing', { animations: null, cameras: null, extensions: null }],
])('takes %s in place of lists for nothing', async (name, more) => {
  const { infos, warnings } = await saidOf(`${name}.glb`, more);
  expect([infos, warnings]).toEqual([[], []]);
});

it('says it once for a file that several parts read in several ways', async () => {
  const { log, warnings } = keepAll();
  const { path } = await saidOf('shared.glb', { animations: [{}] });
  const part = { transform: IDENTITY, placement: { kind: 'once' }, place: { file: 'survey.yaml' } } as const;
  const gold = { name: 'gold', baseColor: [1, 1, 0, 1] } as const;
  const sources = [{}, { materials: [gold] }].map((keys) => ({ kind: 'file', path, ...keys }) as const);
  const parts = sources.map((source, k) => ({ ...part, name: `p${k}`, source }));
  await loadScene({ parts, labels: [], materials: [] }, { files: nodeFiles, log });
  expect(warnings.filter((text) => text.includes('animation'))).toHaveLength(1);
});
