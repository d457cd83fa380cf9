import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { transformPoint } from '../../../../src/base/affine.js';
import { nodeFiles } from '../../../../src/base/files/node-files.js';
import type { Model } from '../../../../src/scene/model.js';
import { readModel } from '../../../../src/scene/read/read-model.js';
import { EXTRACT } from '../../../support/reference-data.js';
import { cornersOf, faultOf, keepingLog, temporaryFolder } from '../../scene-files.js';
import { type Data, extentOf, glb, type Json, sceneOf } from './gltf-files.js';

const folder = temporaryFolder();
let files = 0;
const read = (content: string | Uint8Array, log = keepingLog()): Promise<Model> =>
  readModel(folder.write(`${files++}.gltf`, content), { files: nodeFiles, log });

/** A sample of Khronos, changed before it is read. */
function sample(name: string, change: (document: SampleDocument) => void = () => {}): Promise<Model> {
  const document = JSON.parse(readFileSync(EXTRACT.path(`khronos/${name}.gltf`), 'utf8'));
  change(document);
  return read(JSON.stringify(document));
}
interface SampleDocument {
  scenes: { nodes: number[] }[];
  nodes: Json[];
  meshes: { weights?: unknown; primitives: Json[] }[];
  skins: { joints: unknown[]; inverseBindMatrices?: unknown }[];
}

const TRIANGLE: Data = { values: Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0]), type: 'VEC3' };
const QUARTER = [0, 0, Math.SQRT1_2, Math.SQRT1_2];

describe('a reader of skins', () => {
  it('stands SimpleSkin at rest', async () => {
    const model = await sample('SimpleSkin');
    expect(extentOf(model)).toEqual({ min: [-0.5, 0, 0], max: [0.5, 2, 0] });
    expect(model.instances).toEqual([{ mesh: 0, name: 'node_0', transform: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0] }]);
  });

  it('bends SimpleSkin with its joint, and by half where its weight is a half', async () => {
    const model = await sample('SimpleSkin', ({ nodes }) => {
      nodes[2].rotation = QUARTER;
    });
    const { positions } = model.meshes[0];
    const vertex = (v: number) =>
      Array.from(positions.subarray(3 * v, 3 * v + 3), (x) => Math.round(x * 1e6) / 1e6 || 0);
    // The upper joint is at (0, 1): a quarter turn takes (±½, 2) to (−1, 1 ± ½); (½, 1) goes half of the way to (0,
    // 1½).
    expect([vertex(8), vertex(9), vertex(5), vertex(0)]).toEqual([
      [-1, 0.5, 0],
      [-1, 1.5, 0],
      [0.25, 1.25, 0],
      [-0.5, 0, 0],
    ]);
  });

  it('places a skinned mesh by its joints alone, not by its own node', async () => {
    const model = await sample('SimpleSkin', ({ nodes }) => {
      nodes[0].translation = [100, 0, 0];
      nodes[1].translation = [5, 1, 0];
    });
    expect(extentOf(model)).toEqual({ min: [4.5, 0, 0], max: [5.5, 2, 0] });
  });

  it('keeps the millimetres of a skin far from the origin', async () => {
    const model = await sample('SimpleSkin', ({ nodes }) => {
      nodes[1].translation = [500_000.123, 4_000_000.456, 0];
    });
    expect(extentOf(model)).toEqual({ min: [499999.623, 3999999.456, 0], max: [500000.623, 4000001.456, 0] });
  });

  it('follows joints outside of the scene', async () => {
    const model = await sample('SimpleSkin', ({ scenes, nodes }) => {
      scenes[0].nodes = [0];
      nodes[1].translation = [0, 4, 0];
    });
    expect(extentOf(model)).toEqual({ min: [-0.5, 3, 0], max: [0.5, 5, 0] });
  });

  it.each<[string, (document: SampleDocument) => void, string]>([
    [
      'a skin that is not there',
      ({ nodes }) => {
        nodes[0].skin = 7;
      },
      'a node refers to skins[7]',
    ],
    [
      'a joint that is not there',
      ({ skins }) => {
        skins[0].joints = [1, 9];
      },
      'skins[0] refers to nodes[9]',
    ],
    [
      'too few joints',
      ({ skins }) => {
        skins[0].joints = [1];
      },
      'hangs on joint 1, which its skin does not have',
    ],
    [
      'no joints',
      ({ skins }) => {
        skins[0].joints = [];
      },
      'skins[0] has no joints',
    ],
    [
      'too few matrices',
      ({ skins }) => {
        skins[0].joints = [1, 2, 1];
      },
      'the inverse bind matrices of skins[0] are fewer than its joints',
    ],
    [
      'joints in a circle outside of the scene',
      ({ scenes, nodes }) => {
        scenes[0].nodes = [0];
        nodes[2].children = [1];
      },
      'is its own ancestor',
    ],
    [
      'a mesh without joints',
      ({ meshes }) => {
        meshes[0].primitives[0].attributes = { POSITION: 1 };
      },
      'has a skin, but no joints and weights',
    ],
  ])('refuses %s', async (_, change, message) => {
    expect(await faultOf(sample('SimpleSkin', change))).toContain(message);
  });
});

describe('morph targets', () => {
  it('adds the targets of SimpleMorph by the weights of its mesh', async () => {
    const model = await sample('SimpleMorph');
    // (½, ½) + ½ (−1, 1) + ½ (1, 1)
    expect(cornersOf(model.meshes[0])).toEqual([
      [
        [0, 0, 0],
        [1, 0, 0],
        [0.5, 1.5, 0],
      ],
    ]);
  });

  it('prefers the weights of a node; nodes with other weights have meshes of their own', async () => {
    const model = await sample('SimpleMorph', ({ scenes, nodes }) => {
      nodes[0].weights = [1, 0];
      nodes.push({ mesh: 0, weights: [0, 0] }, { mesh: 0, weights: [1, 0] });
      scenes[0].nodes = [0, 1, 2];
    });
    expect(model.instances.map(({ mesh }) => mesh)).toEqual([0, 1, 0]);
    expect(model.meshes.map((mesh) => cornersOf(mesh)[0][2])).toEqual([
      [-0.5, 1.5, 0],
      [0.5, 0.5, 0],
    ]);
  });

  it.each<[string, (document: SampleDocument) => void, string]>([
    [
      'weights that are no numbers',
      ({ meshes }) => {
        meshes[0].weights = ['x', 1];
      },
      'takes 2 finite numbers',
    ],
    [
      'weights that are no list',
      ({ meshes }) => {
        meshes[0].weights = {};
      },
      'the weights of nodes[0] are not a list',
    ],
    [
      'targets that are not there',
      ({ meshes }) => {
        meshes[0].primitives[0].targets = [{ POSITION: 99 }];
      },
      'morph target 0 of mesh "mesh_0" refers to accessors[99]',
    ],
  ])('refuses %s', async (_, change, message) => {
    expect(await faultOf(sample('SimpleMorph', change))).toContain(message);
  });
});

describe('a reader of instances', () => {
  const instanced = (attributes: Json, more: Json = {}): Json => ({
    ...sceneOf([{ attributes: { POSITION: 0 } }], more),
    nodes: [{ mesh: 0, name: 'tree', translation: [0, 0, 7], extensions: { EXT_mesh_gpu_instancing: { attributes } } }],
    extensionsUsed: ['EXT_mesh_gpu_instancing'],
    extensionsRequired: ['EXT_mesh_gpu_instancing'],
  });

  it('places a mesh as SimpleInstancing does: translated, turned, scaled, each with a name', async () => {
    const log = keepingLog();
    const model = await read(
      glb(instanced({ TRANSLATION: 1, ROTATION: 2, SCALE: 3, _ID: 9 }), [
        TRIANGLE,
        { values: Float32Array.from([0, 0, 0, 10, 0, 0]), type: 'VEC3' },
        { values: Float32Array.from([0, 0, 0, 1, ...QUARTER]), type: 'VEC4' },
        { values: Float32Array.from([1, 1, 1, 2, 2, 2]), type: 'VEC3' },
      ]),
      log,
    );
    expect(model.meshes).toHaveLength(1);
    expect(model.instances.map(({ name, mesh }) => [name, mesh])).toEqual([
      ['tree#1', 0],
      ['tree#2', 0],
    ]);
    const places = model.instances.map(({ transform }) => transformPoint(transform, [1, 0, 0]).map(Math.round));
    expect(places).toEqual([
      [1, 0, 7],
      [10, 2, 7],
    ]);
    expect(log.warnings).toEqual([]);
  });

  it('reads normalized rotations', async () => {
    const half = { values: Int8Array.from([0, 0, 127, 0]), type: 'VEC4', more: { normalized: true } };
    const model = await read(glb(instanced({ ROTATION: 1 }), [TRIANGLE, half]));
    expect(extentOf(model)).toEqual({ min: [-1, -1, 7], max: [0, 0, 7] });
  });

  it('places 501 copies of one mesh', async () => {
    const values = Float32Array.from({ length: 1503 }, (_, i) => (i % 3 === 0 ? i : 0));
    const model = await read(glb(instanced({ TRANSLATION: 1 }), [TRIANGLE, { values, type: 'VEC3' }]));
    expect(model.instances).toHaveLength(501);
    expect(extentOf(model).max).toEqual([1501, 1, 7]);
  });

  it.each<[string, Json, Json | undefined, string]>([
    ['none', {}, undefined, 'have neither TRANSLATION, ROTATION nor SCALE'],
    ['other numbers of places and scales', { TRANSLATION: 1, SCALE: 0 }, undefined, 'have other numbers of elements'],
    ['a scale that is not finite', { SCALE: 2 }, undefined, 'SCALE of the instances of nodes[0] is not finite'],
    ['places without end', { TRANSLATION: 3 }, undefined, 'far larger than the file'],
    ['a skin as well', { TRANSLATION: 1 }, { skin: 0 }, 'nodes[0] has both a skin and instances'],
  ])('refuses %s', async (_, attributes, node, message) => {
    const json = instanced(attributes, { skins: [{ joints: [0] }] });
    Object.assign((json.nodes as Json[])[0], node);
    const data: Data[] = [
      TRIANGLE,
      { values: new Float32Array(6), type: 'VEC3' },
      { values: Float32Array.from([1, Infinity, 1]), type: 'VEC3' },
      { values: new Float32Array(3), type: 'VEC3', more: { bufferView: undefined, count: 1e9 } },
      { values: new Uint8Array(12), type: 'VEC4' },
      { values: Float32Array.from({ length: 12 }, () => 0.25), type: 'VEC4' },
    ];
    if (node) json.meshes = [{ primitives: [{ attributes: { POSITION: 0, JOINTS_0: 4, WEIGHTS_0: 5 } }] }];
    expect(await faultOf(read(glb(json, data)))).toContain(message);
  });
});

it('leaves out nodes that KHR_node_visibility hides, and those below them', async () => {
  const json = {
    ...sceneOf([{ attributes: { POSITION: 0 } }]),
    nodes: [
      { name: 'shown', mesh: 0, children: [1] },
      { name: 'hidden', mesh: 0, children: [2], extensions: { KHR_node_visibility: { visible: false } } },
      { name: 'below', mesh: 0 },
    ],
    extensionsUsed: ['KHR_node_visibility'],
  };
  const { instances } = await read(glb(json, [TRIANGLE]));
  expect(instances.map(({ name }) => name)).toEqual(['shown']);
});
