import { describe, expect, it, vi } from 'vitest';
import { nodeFiles } from '../../../../src/base/files/node-files.js';
import type { Mesh, Model } from '../../../../src/scene/model.js';
import { readModel } from '../../../../src/scene/read/read-model.js';
import { testRandom } from '../../../support/random.js';
import { EXTRACT } from '../../../support/reference-data.js';
import { cornersOf, faultOf, keepingLog, temporaryFolder } from '../../scene-files.js';
import { extentOf, fromBase64, type Json, sceneOf } from './gltf-files.js';
import { DRACO_CUBE, MESHOPT_POSITIONS, MESHOPT_TRIANGLES } from './packed-meshes.js';

const folder = temporaryFolder();
let files = 0;

/** A document whose buffer view i is views[i], which more describes further. */
function write(json: Json, views: { bytes: Uint8Array; more?: (index: number, offset: number) => Json }[]): string {
  const all = Buffer.concat(views.map(({ bytes }) => bytes));
  let offset = 0;
  const bufferViews = views.map(({ bytes, more }, i) => {
    const view = { buffer: 0, byteOffset: offset, byteLength: bytes.length, ...more?.(i, offset) };
    offset += bytes.length;
    return view;
  });
  const uri = `data:application/octet-stream;base64,${all.toString('base64')}`;
  const document = {
    asset: { version: '2.0' },
    buffers: [{ byteLength: all.length, uri }, { byteLength: 0 }],
    bufferViews,
  };
  return folder.write(`${files++}.gltf`, JSON.stringify({ ...document, ...json }));
}
const read = (path: string): Promise<Model> => readModel(path, { files: nodeFiles, log: keepingLog() });

/** The triangles, each from its least corner on, in order: a decoder may number vertices and triangles anew. */
const trianglesOf = (mesh: Mesh) =>
  cornersOf(mesh)
    .map((corners) => {
      const texts = corners.map((corner) => corner.map((x) => Math.round(1000 * x) / 1000 || 0).join());
      const first = texts.indexOf(texts.toSorted()[0]);
      return [...texts.slice(first), ...texts.slice(0, first)].join(' ');
    })
    .sort();

/** The unit cube, outward. */
const CORNERS = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1, (i >> 1) & 1, (i >> 2) & 1]);
const INDICES = [
  0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
];
const CUBE = trianglesOf({
  name: '',
  origin: [0, 0, 0],
  positions: Float32Array.from(CORNERS.flat()),
  indices: Uint32Array.from(INDICES),
  triangleGroup: new Uint16Array(12),
  groups: [],
});

/** The bytes with the single one at `at` replaced by a number of seven bits a byte. */
function withNumber(bytes: Uint8Array, at: number, value: number): Uint8Array {
  const digits: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    digits.push((rest % 128) | (rest >= 128 ? 128 : 0));
    if (rest < 128) break;
  }
  return Uint8Array.of(...bytes.subarray(0, at), ...digits, ...bytes.subarray(at + 1));
}

/** The bytes with the flag of metadata, of which there are more than the file has room for. */
function withMetadata(bytes: Uint8Array): Uint8Array {
  const copy = withNumber(bytes, 11, 0x0fffffff);
  copy[10] |= 0x80;
  return copy;
}

describe('KHR_draco_mesh_compression', () => {
  const packed = (bytes = DRACO_CUBE, change: Json = {}, ids: Json = { POSITION: 0, TEXCOORD_0: 1 }) => {
    const KHR_draco_mesh_compression = { bufferView: 0, attributes: ids };
    const primitive = {
      attributes: { POSITION: 0, TEXCOORD_0: 1 },
      indices: 2,
      extensions: { KHR_draco_mesh_compression },
    };
    const accessors = [
      { componentType: 5126, count: 8, type: 'VEC3' },
      { componentType: 5126, count: 8, type: 'VEC2' },
      { componentType: 5125, count: 36, type: 'SCALAR' },
    ];
    const names = ['KHR_draco_mesh_compression'];
    const extensions = { extensionsUsed: names, extensionsRequired: names };
    return write(sceneOf([primitive], { accessors, ...extensions, ...change }), [{ bytes }]);
  };

  it('reads a box, without a network', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    const model = await read(packed());
    expect(trianglesOf(model.meshes[0])).toEqual(CUBE);
    const { positions, uvs } = model.meshes[0];
    for (let v = 0; v < 8; v++) {
      expect(uvs?.[2 * v]).toBeCloseTo(positions[3 * v], 2);
      expect(uvs?.[2 * v + 1]).toBeCloseTo(positions[3 * v + 1], 2);
    }
    expect(fetched).not.toHaveBeenCalled();
  });

  it("reads Khronos's box", async () => {
    const model = await read(EXTRACT.path('khronos/BoxDraco.gltf'));
    expect(model.meshes[0].indices).toHaveLength(36);
    const { min, max } = extentOf(model);
    for (const axis of [0, 1, 2])
      expect([min[axis], max[axis]]).toEqual([expect.closeTo(-0.5, 3), expect.closeTo(0.5, 3)]);
  });

  it.each<[string, Uint8Array, string]>([
    ['vertices', withNumber(DRACO_CUBE, 12, 0x7fffffff), 'has 2147483647 vertices where the document says 8'],
    ['triangles', withNumber(DRACO_CUBE, 13, 0x7fffffff), 'the geometry is far larger than the file'],
    ['metadata', withMetadata(DRACO_CUBE), 'the Draco data of mesh "shape" is damaged'],
  ])('refuses data that claim too many %s', async (_, bytes, message) => {
    expect(await faultOf(read(packed(bytes)))).toContain(message);
  });

  it.each<[string, string, string]>([
    ['is cut off', packed(DRACO_CUBE.subarray(0, 60)), 'the Draco data of mesh "shape" is damaged'],
    ['is something else', packed(new Uint8Array(64)), 'the Draco data of mesh "shape" is damaged'],
    [
      'has another number of vertices',
      packed(DRACO_CUBE, {
        accessors: [
          { componentType: 5126, count: 9, type: 'VEC3' },
          { componentType: 5126, count: 9, type: 'VEC2' },
        ],
      }),
      'has 8 vertices where the document says 9',
    ],
    ['lacks an attribute', packed(DRACO_CUBE, {}, { POSITION: 7 }), 'has no attribute 7 of 3 numbers'],
    ['has an attribute that is a map', packed(DRACO_CUBE, {}, { POSITION: {} }), 'it takes a whole number'],
    [
      'is not announced',
      packed(DRACO_CUBE, { extensionsUsed: [], extensionsRequired: [] }),
      'which extensionsUsed does not say',
    ],
  ])('refuses data that %s', async (_, path, message) => {
    expect(await faultOf(read(path))).toContain(message);
  });

  it('ends with a model or a UserError for any damaged data', { timeout: 30_000 }, async () => {
    const random = testRandom(14);
    for (let round = 0; round < 60; round++) {
      const bytes = DRACO_CUBE.slice();
      for (let k = 0; k < 3; k++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
      await expect(read(packed(bytes)).then(({ meshes }) => String(meshes.length), faultText)).resolves.toBeTypeOf(
        'string',
      );
    }
  });
});

const faultText = (error: unknown): string => {
  if (error instanceof Error && error.name === 'UserError') return error.message;
  throw error;
};

describe('meshopt', () => {
  /** The cube in version 1 of the codec, and as 32-bit numbers of the exponential filter, by meshoptimizer 1.3. */
  const VERSION_1 = fromBase64('oV2lARmZAAAA/v3+/f79/gEEhAAAAFQA/v3+ABAAAQAQAP4AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=');
  const EXPONENTIAL = fromBase64(
    'oAABP/8AAEA/QD9AP0AAATAAAADKAAEMzAAAQD9AAAEwAAAAygABAMAAAEAAATAAAADKAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACOAAAAjgAAAI4=',
  );
  const SEQUENCE = fromBase64('0QAIAgAEBAQEBAIIAhYEDAoQAgYQCgAMBBoQBgAICBIICAYQBgAAAAA=');

  const view = (
    bytes: Uint8Array,
    byteStride: number,
    count: number,
    more: Json,
    name = 'EXT_meshopt_compression',
  ) => ({
    bytes,
    more: (_: number, byteOffset: number) => ({
      buffer: 1,
      byteOffset: 0,
      byteLength: byteStride * count,
      ...(more.mode === 'ATTRIBUTES' && { byteStride }),
      extensions: { [name]: { buffer: 0, byteOffset, byteLength: bytes.length, byteStride, count, ...more } },
    }),
  });
  const attributes = (bytes: Uint8Array, stride: number, more: Json = {}) =>
    view(bytes, stride, 8, { mode: 'ATTRIBUTES', ...more });
  const SHORTS = { componentType: 5122, normalized: true, count: 8, type: 'VEC3' };
  const FLOATS = { componentType: 5126, count: 8, type: 'VEC3' };
  const box = (
    positions: ReturnType<typeof view>,
    indices: ReturnType<typeof view>,
    accessor: Json,
    change: Json = {},
  ) => {
    const accessors = [
      { bufferView: 0, ...accessor },
      { bufferView: 1, componentType: 5123, count: 36, type: 'SCALAR' },
    ];
    const names = ['EXT_meshopt_compression', 'KHR_mesh_quantization'];
    const json = { accessors, extensionsUsed: names, extensionsRequired: names, ...change };
    return write(sceneOf([{ attributes: { POSITION: 0 }, indices: 1 }], json), [positions, indices]);
  };
  const indices = view(MESHOPT_TRIANGLES, 2, 36, { mode: 'TRIANGLES' });

  it.each([
    ['quantised positions and triangles', attributes(MESHOPT_POSITIONS, 8), indices, SHORTS],
    ['a sequence of indices', attributes(MESHOPT_POSITIONS, 8), view(SEQUENCE, 2, 36, { mode: 'INDICES' }), SHORTS],
    ['version 1 of the codec', attributes(VERSION_1, 8), indices, SHORTS],
    ['the exponential filter', attributes(EXPONENTIAL, 12, { filter: 'EXPONENTIAL' }), indices, FLOATS],
  ])('reads a box of %s', async (_, positions, triangles, accessor) => {
    const model = await read(box(positions, triangles, accessor));
    expect(extentOf(model)).toEqual({ min: [0, 0, 0], max: [1, 1, 1] });
    expect(trianglesOf(model.meshes[0])).toEqual(CUBE);
  });

  it('reads KHR_meshopt_compression', async () => {
    const name = 'KHR_meshopt_compression';
    const model = await read(
      box(
        view(VERSION_1, 8, 8, { mode: 'ATTRIBUTES' }, name),
        view(MESHOPT_TRIANGLES, 2, 36, { mode: 'TRIANGLES' }, name),
        SHORTS,
        {
          extensionsUsed: [name],
        },
      ),
    );
    expect(trianglesOf(model.meshes[0])).toEqual(CUBE);
  });

  it.each<[string, string, string]>([
    [
      'data that is cut off',
      box(attributes(MESHOPT_POSITIONS.subarray(0, 40), 8), indices, SHORTS),
      'the compressed data of bufferViews[0] is damaged',
    ],
    [
      'an unknown mode',
      box(view(MESHOPT_POSITIONS, 8, 8, { mode: 'toString' }), indices, SHORTS),
      'bufferViews[0] is compressed in a way that the extension does not know',
    ],
    [
      'a stride that no mode has',
      box(attributes(MESHOPT_POSITIONS, 6), indices, SHORTS),
      'in a way that the extension does not know',
    ],
    [
      'a filter that the stride forbids',
      box(attributes(EXPONENTIAL, 12, { filter: 'QUATERNION' }), indices, FLOATS),
      'in a way that the extension does not know',
    ],
    [
      'zeros without end',
      box(view(MESHOPT_POSITIONS, 8, 1e9, { mode: 'ATTRIBUTES' }), indices, SHORTS),
      'far larger than the file',
    ],
    [
      'a view that is not announced',
      box(attributes(MESHOPT_POSITIONS, 8), indices, SHORTS, { extensionsUsed: [], extensionsRequired: [] }),
      'which extensionsUsed does not say',
    ],
  ])('refuses %s', async (_, path, message) => {
    expect(await faultOf(read(path))).toContain(message);
  });

  it('ends with a model or a UserError for any damaged data', async () => {
    const random = testRandom(15);
    for (let round = 0; round < 100; round++) {
      const bytes = MESHOPT_POSITIONS.slice();
      for (let k = 0; k < 3; k++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
      const result = read(box(attributes(bytes, 8), indices, SHORTS)).then(
        ({ meshes }) => String(meshes.length),
        faultText,
      );
      await expect(result).resolves.toBeTypeOf('string');
    }
  });
});
