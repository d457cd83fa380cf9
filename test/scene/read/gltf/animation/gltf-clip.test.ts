import { describe, expect, it } from 'vitest';
import { IDENTITY } from '../../../../../src/base/affine.js';
import { nodeFiles } from '../../../../../src/base/files/node-files.js';
import type { ClipChoice } from '../../../../../src/scene/animation/model-animation.js';
import { readModel } from '../../../../../src/scene/read/read-model.js';
import { faultOf, keepingLog, temporaryFolder } from '../../../scene-files.js';
import { type Data, type Json, sceneOf } from '../gltf-files.js';
import { gltfText, quaternions, scalars, turn, vectors } from './animated-files.js';

const folder = temporaryFolder();
let files = 0;
const FIRST: ClipChoice = { offset: 0, loop: true };

function read(json: Json, data: Data[], animation: ClipChoice | undefined = FIRST, log = keepingLog()) {
  const path = folder.write(`${files++}.gltf`, gltfText(json, data));
  return readModel(path, { files: nodeFiles, log, animation });
}

const TRIANGLE = vectors(0, 0, 0, 1, 0, 0, 0, 1, 0);
const SHAPE = { attributes: { POSITION: 0 } };
/** Accessors 1 to 4: times, places, turns, times that fall. */
const DATA = [
  TRIANGLE,
  scalars(0, 1),
  vectors(0, 0, 0, 3, 0, 0),
  quaternions(...turn([0, 0, 1], 0), ...turn([0, 0, 1], 90)),
  scalars(1, 1),
];

/** A thing that a clip of these channels moves. */
function moving(channels: Json[], samplers: Json[], more: Json = {}): Json {
  return { ...sceneOf([SHAPE], more), animations: [{ name: 'Go', channels, samplers }] };
}

const PLACE = { sampler: 0, target: { node: 0, path: 'translation' } };
const LINE = { input: 1, output: 2 };

describe('a clip of a document', () => {
  it('moves a node as a body, which stands at the moment of the clip', async () => {
    const log = keepingLog();
    const model = await read(moving([PLACE], [LINE]), DATA, { offset: 0.5, loop: true }, log);
    expect(log.warnings).toEqual([]);
    expect(model.clips).toEqual(['Go']);
    expect(model.animation).toMatchObject({ clip: 'Go', duration: 1, pose: 0.5 });
    expect(model.animation?.bodies).toHaveLength(1);
    expect(model.instances).toEqual([
      expect.objectContaining({ body: 0, transform: [1, 0, 0, 1.5, 0, 1, 0, 0, 0, 0, 1, 0] }),
    ]);
  });

  it.each<[ClipChoice, number]>([
    [{ offset: 0, loop: true }, 0],
    [{ offset: 2.25, loop: true }, 0.25],
    [{ offset: -0.25, loop: true }, 0.75],
    [{ offset: 7, loop: false }, 1],
    [{ offset: -7, loop: false }, 0],
  ])('stands where it is with %o', async (choice, pose) => {
    const model = await read(moving([PLACE], [LINE]), DATA, choice);
    expect(model.animation?.pose).toBe(pose);
  });

  it('is found by name and by number; another one is none', async () => {
    const json = moving([PLACE], [LINE]);
    const [go] = json.animations as Json[];
    json.animations = [{ ...go, name: undefined }, go];
    const chosen = async (clip?: string | number) => (await read(json, DATA, { ...FIRST, clip })).animation?.clip;
    expect([await chosen(), await chosen('Go'), await chosen(1), await chosen('go'), await chosen(2)]).toEqual([
      'animation_0',
      'Go',
      'Go',
      undefined,
      undefined,
    ]);
  });

  it('leaves a model as it is where none is chosen', async () => {
    const path = folder.write('still.gltf', gltfText(moving([PLACE], [LINE]), DATA));
    const model = await readModel(path, { files: nodeFiles, log: keepingLog() });
    expect(model.animation).toBeUndefined();
    expect(model.instances[0]).not.toHaveProperty('body');
  });

  it('has one body for all nodes below a moving one, and none for those that only seem to move', async () => {
    const json = moving(
      [PLACE, { sampler: 1, target: { node: 2, path: 'translation' } }],
      [LINE, { input: 1, output: 5 }],
      {
        nodes: [{ mesh: 0, children: [1] }, { mesh: 0, translation: [0, 1, 0] }, { mesh: 0 }],
        scenes: [{ nodes: [0, 2] }],
      },
    );
    const model = await read(json, [...DATA, vectors(7, 0, 0, 7, 0, 0)]);
    expect(model.instances.map(({ name, body }) => [name, body])).toEqual([
      ['node_2', undefined],
      ['node_0', 0],
      ['node_1', 0],
    ]);
    expect(model.instances[0].transform[3]).toBe(7);
  });

  it('does not move rigidly what it scales, or turns within unequal scales', async () => {
    const log = keepingLog();
    const scaled = moving([{ sampler: 0, target: { node: 0, path: 'scale' } }], [{ input: 1, output: 5 }]);
    const data = [...DATA, vectors(1, 1, 1, 1, 2, 1)];
    const thing = await read(scaled, data, { offset: 0.5, loop: true, rate: 2 }, log);
    expect(thing.instances).toEqual([{ mesh: 0, name: 'thing', transform: IDENTITY }]);
    const [{ positions, shapes }] = thing.meshes;
    expect([...positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1.5, 0]);
    expect([...(shapes?.times ?? [])]).toEqual([0, 0.5, 1]);
    expect(shapes?.keys.map((key) => key[7])).toEqual([1, 1.5, 2]);
    const sheared = moving([{ sampler: 0, target: { node: 1, path: 'rotation' } }], [{ input: 1, output: 3 }], {
      nodes: [
        { scale: [1, 2, 1], children: [1] },
        { mesh: 0, name: 'bent' },
      ],
    });
    const model = await read(sheared, data, FIRST, log);
    expect(model.animation?.bodies).toEqual([]);
    const last = model.meshes[0].shapes?.keys.at(-1);
    [0, 0, 0, 0, 2, 0, -1, 0, 0].forEach((value, k) => {
      expect(last?.[k]).toBeCloseTo(value, 6);
    });
    expect(log.warnings).toEqual([]);
  });

  it('keeps the shape of copies of a node that it stretches, and says so', async () => {
    const log = keepingLog();
    const copies = { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 2 } } };
    const json = moving([{ sampler: 0, target: { node: 0, path: 'scale' } }], [{ input: 1, output: 5 }], {
      nodes: [{ mesh: 0, name: 'thing', extensions: copies }],
      extensionsUsed: ['EXT_mesh_gpu_instancing'],
    });
    const model = await read(json, [...DATA, vectors(1, 1, 1, 1, 2, 1)], { offset: 0.5, loop: true }, log);
    expect(model.meshes[0].shapes).toBeUndefined();
    expect(log.warnings).toEqual([
      expect.stringContaining(
        'its clip "Go" morphs or stretches copies of 1 node (thing), which is not played: they keep the shape of its moment 0.5 s',
      ),
    ]);
  });

  it('says by how much shapes are off between keys, and takes more of them', async () => {
    const turning = moving([{ sampler: 0, target: { node: 1, path: 'rotation' } }], [{ input: 1, output: 3 }], {
      nodes: [
        { scale: [1, 1.5, 1], children: [1] },
        { mesh: 0, name: 'bent' },
      ],
    });
    const [few, many] = [keepingLog(), keepingLog()];
    await read(turning, DATA, { ...FIRST, rate: 4 }, few);
    await read(turning, DATA, { ...FIRST, rate: 90 }, many);
    // 1.5 · (1 − cos(90° / 8)) of a chord.
    expect(few.warnings).toEqual([
      expect.stringMatching(/its clip "Go" bends faster than .* by up to 29 thousandths of its unit; a higher rate/),
    ]);
    expect(many.warnings).toEqual([]);
  });

  it('names what pointers change, and passes it over', async () => {
    const log = keepingLog();
    const pointer = (to: string) => ({
      sampler: 0,
      target: { path: 'pointer', extensions: { KHR_animation_pointer: { pointer: to } } },
    });
    const visible = '/nodes/0/extensions/KHR_node_visibility/visible';
    await read(moving([PLACE, pointer(visible), pointer('/materials/0')], [LINE]), DATA, FIRST, log);
    expect(log.warnings).toEqual([
      expect.stringContaining(
        `its clip "Go" changes ${visible} and /materials/0, which is passed over (KHR_animation_pointer)`,
      ),
    ]);
  });

  it('says if it moves nothing that is seen', async () => {
    const log = keepingLog();
    await read(moving([], []), DATA, FIRST, log);
    expect(log.warnings).toEqual([expect.stringContaining('its clip "Go" moves nothing that shows a mesh')]);
  });
});

const WHO = 'channels[0] of animation "Go"';
const spline = { input: 6, output: 2, interpolation: 'CUBICSPLINE' };
const target = (more: Json): Json => ({ sampler: 0, target: { node: 0, path: 'translation', ...more } });

describe('a reader of clips refuses', () => {
  it.each<[string, Json, Json, string, Json?]>([
    ['no target', { sampler: 0 }, LINE, `${WHO} has no target`],
    ['a node that is not there', target({ node: 9 }), LINE, `${WHO} refers to nodes[9], which does not exist`],
    ['no node', target({ node: undefined }), LINE, `${WHO} refers to nodes[`],
    [
      'another path',
      target({ path: 'colour' }),
      LINE,
      `${WHO} moves "colour"; expected one of translation, rotation, scale, weights`,
    ],
    [
      'a sampler that is not there',
      { ...PLACE, sampler: 3 },
      LINE,
      `${WHO} refers to samplers[3], which does not exist`,
    ],
    [
      'another interpolation',
      PLACE,
      { ...LINE, interpolation: 'SINE' },
      `${WHO} has the interpolation "SINE"; expected one of LINEAR, STEP, CUBICSPLINE`,
    ],
    [
      'times that do not rise',
      PLACE,
      { ...LINE, input: 4 },
      `${WHO} has key 1 at 1 s after one at 1 s; times must rise`,
    ],
    ['times before 0', PLACE, { ...LINE, input: 5 }, `${WHO} has a key at -1 s`],
    ['times that are no numbers', PLACE, { ...LINE, input: 8 }, `${WHO} has a key at NaN s`],
    ['no keys', PLACE, { ...LINE, input: 9 }, `${WHO} has no keys`],
    ['too few values', PLACE, { ...LINE, output: 7 }, `${WHO} has 3 numbers for 2 keys; expected 6`],
    [
      'values of another type',
      PLACE,
      { ...LINE, output: 3 },
      `the values of ${WHO} has the type "VEC4"; VEC3 is needed`,
    ],
    ['one key of a spline', PLACE, spline, `${WHO} has one key; cubic splines need two`],
    ['too few values of a spline', PLACE, { ...spline, input: 1 }, `${WHO} has 6 numbers for 2 keys; expected 18`],
    ['values that are not finite', PLACE, { ...LINE, output: 10 }, `${WHO} has the value Infinity`],
    [
      'a rotation of length 0',
      target({ path: 'rotation' }),
      { ...LINE, output: 11 },
      `${WHO} has a rotation [0, 0, 0, 0] at key 1`,
    ],
    [
      'a node with a matrix',
      PLACE,
      LINE,
      `${WHO} moves nodes[0], which has a matrix`,
      { matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] },
    ],
    [
      'weights without a mesh',
      target({ path: 'weights' }),
      LINE,
      `${WHO} moves the weights of nodes[0], which has no mesh`,
      { mesh: undefined },
    ],
    [
      'weights without targets',
      target({ path: 'weights' }),
      LINE,
      `${WHO} moves the weights of nodes[0], whose mesh has no morph targets`,
    ],
  ])('%s', async (_, channel, sampler, message, node = {}) => {
    const json = moving([channel], [sampler], {
      nodes: [{ mesh: 0, ...node }, { mesh: 0 }],
      scenes: [{ nodes: [0, 1] }],
    });
    const data = [
      ...DATA,
      scalars(-1, 1),
      scalars(1),
      vectors(0, 0, 0),
      scalars(0, Number.NaN),
      scalars(),
      vectors(0, 0, 0, 0, Infinity, 0),
      quaternions(0, 0, 0, 1, 0, 0, 0, 0),
    ];
    expect(await faultOf(read(json, data))).toContain(message);
  });

  it('two channels for one property', async () => {
    const fault = await faultOf(read(moving([PLACE, PLACE], [LINE]), DATA));
    expect(fault).toContain('channels[1] of animation "Go" moves the translation of nodes[0], as one before it does');
  });

  it('a list in place of a clip', async () => {
    expect(await faultOf(read({ ...sceneOf([SHAPE]), animations: [7] }, DATA))).toContain('animations[0]');
  });
});
