import { readFileSync } from 'node:fs';
import { armFile } from '../../support/arm-model.js';
import { EXTRACT } from '../../support/reference-data.js';
import type { FuzzKind, FuzzSeed } from '../fuzz-kind.js';
import { textSeed } from '../in-memory.js';
import { gltfNodes, nestedJson } from '../structures.js';
import { PAINT } from './obj.js';
import { useScene } from './scene-parts.js';

const CORNERS = Float32Array.of(-2, -2, 0, 2, -2, 0, 2, 2, 0, -2, 2, 0);
const UVS = Float32Array.of(0, 0, 1, 0, 1, 1, 0, 1);
const INDICES = Uint16Array.of(0, 1, 2, 0, 2, 3);
const BINARY = Buffer.concat([CORNERS, UVS, INDICES].map((array) => Buffer.from(array.buffer)));
const uri = (bytes: Uint8Array, type: string) => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

/** A square with a texture, placed three times, once by a matrix; `buffer` and `image` name the places of the bytes. */
const document = (buffer: object, image: object) => ({
  asset: { version: '2.0' },
  scene: 0,
  scenes: [{ nodes: [0, 1] }],
  nodes: [
    { mesh: 0, name: 'wall', translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1], children: [2] },
    { mesh: 0, matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -1, 1] },
    { mesh: 0, translation: [4, 0, 0] },
  ],
  meshes: [{ primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 1 }, indices: 2, material: 0, mode: 4 }] }],
  materials: [
    {
      name: 'paint',
      pbrMetallicRoughness: {
        baseColorTexture: { index: 0, texCoord: 0 },
        baseColorFactor: [1, 0.5, 0.5, 1],
        metallicFactor: 0.1,
        roughnessFactor: 0.8,
      },
      alphaMode: 'MASK',
      alphaCutoff: 0.5,
      doubleSided: true,
    },
  ],
  textures: [{ source: 0, sampler: 0 }],
  samplers: [{ wrapS: 33071, wrapT: 33648 }],
  images: [image],
  accessors: [
    { bufferView: 0, componentType: 5126, count: 4, type: 'VEC3', min: [-2, -2, 0], max: [2, 2, 0] },
    { bufferView: 1, componentType: 5126, count: 4, type: 'VEC2' },
    { bufferView: 2, componentType: 5123, count: 6, type: 'SCALAR', byteOffset: 0 },
  ],
  bufferViews: [
    { buffer: 0, byteOffset: 0, byteLength: 48 },
    { buffer: 0, byteOffset: 48, byteLength: 32 },
    { buffer: 0, byteOffset: 80, byteLength: 12 },
    { buffer: 0, byteOffset: 92, byteLength: PAINT.length },
  ],
  buffers: [buffer],
});

const GLTF = document({ byteLength: 92, uri: uri(BINARY, '') }, { uri: uri(PAINT, 'image/png') });
// The picture's view lies in a buffer that ends before it; of the text alone, since its picture is elsewhere.
GLTF.bufferViews.pop();

/** A sample of Khronos. */
const sample = (name: string): FuzzSeed => ({
  file: `${name}.gltf`,
  bytes: readFileSync(EXTRACT.path(`khronos/${name}.gltf`)),
});

/** The square at four places by an extension, glossy by another, its texture turned by a third. */
function extended(): FuzzSeed {
  const places = { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 0 } } };
  const texture = { index: 0, extensions: { KHR_texture_transform: { offset: [0.1, 0], rotation: 1, scale: [2, 2] } } };
  const gloss = { diffuseFactor: [0.2, 0.4, 0.6, 1], diffuseTexture: texture, glossinessFactor: 0.75 };
  const materials = [{ extensions: { KHR_materials_pbrSpecularGlossiness: gloss, KHR_materials_ior: { ior: 1.4 } } }];
  const extensionsUsed = Object.keys({ ...places, ...materials[0].extensions, KHR_texture_transform: 0 });
  const nodes = [{ mesh: 0, extensions: places }];
  const json = { ...GLTF, scenes: [{ nodes: [0] }], nodes, materials, extensionsUsed };
  return textSeed('extended.gltf', JSON.stringify(json, undefined, 1));
}

function glb(): FuzzSeed {
  const bytes = Buffer.concat([BINARY, PAINT]);
  const padded = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
  const text = JSON.stringify(document({ byteLength: bytes.length }, { bufferView: 3, mimeType: 'image/png' }));
  const json = Buffer.from(text.padEnd(Math.ceil(text.length / 4) * 4));
  const words = Uint32Array.of(0x46546c67, 2, 28 + json.length + padded.length, json.length, 0x4e4f534a);
  const second = Uint32Array.of(padded.length, 0x004e4942);
  return {
    file: 'model.glb',
    bytes: new Uint8Array(Buffer.concat([Buffer.from(words.buffer), json, Buffer.from(second.buffer), padded])),
  };
}

/** Corrects the lengths of the file and of its first chunk, if the second chunk can be found. */
function mend(bytes: Uint8Array): Uint8Array {
  const second = Buffer.from(bytes).lastIndexOf('BIN\0', undefined, 'latin1');
  if (second < 24) return bytes;
  const out = bytes.slice();
  const view = new DataView(out.buffer);
  view.setUint32(8, out.length, true);
  view.setUint32(12, second - 24, true);
  view.setUint32(second - 4, out.length - second - 4, true);
  return out;
}

const WORDS = [
  ...['nodes', 'mesh', 'children', 'matrix', 'skin', 'accessors', 'sparse', 'normalized', 'bufferView', 'byteStride'],
  ...[
    'extensionsRequired',
    'extensions',
    'KHR_texture_transform',
    'KHR_draco_mesh_compression',
    'EXT_meshopt_compression',
    'EXT_mesh_gpu_instancing',
    'KHR_materials_pbrSpecularGlossiness',
    'joints',
    'inverseBindMatrices',
    'targets',
    'weights',
    'JOINTS_0',
    'WEIGHTS_0',
  ],
  ...[
    'SCALAR',
    'VEC2',
    'VEC3',
    'VEC4',
    'MAT4',
    '5120',
    '5121',
    '5122',
    '5125',
    '5126',
    'null',
    'true',
    '[]',
    '{}',
    '-1',
  ],
];

export const gltf: FuzzKind = {
  name: 'gltf',
  weight: 5,
  isText: true,
  dictionary: WORDS,
  seeds: () => [
    textSeed('model.gltf', JSON.stringify(GLTF, undefined, 1)),
    ...[extended(), sample('SimpleSkin'), sample('SimpleMorph')],
  ],
  grow: (random) => {
    const text = JSON.stringify({ ...GLTF, nodes: gltfNodes(random, 3000) }, undefined, 1);
    return textSeed(
      'model.gltf',
      random() < 0.5 ? text : text.replace('"mesh": 0', `"mesh": ${nestedJson(random, 20_000)}`),
    );
  },
  use: (bytes, file) => useScene(file, bytes),
};

/** An arm that a clip moves, on a part that moves or stands. */
export const clips: FuzzKind = {
  name: 'clips',
  weight: 5,
  isText: true,
  dictionary: [...WORDS, 'animations', 'channels', 'samplers', 'STEP', 'LINEAR', 'CUBICSPLINE', 'weights', 'scale'],
  seeds: () => [textSeed('arm.gltf', JSON.stringify(JSON.parse(armFile()), undefined, 1))],
  use: async (bytes, file) => {
    const animation = { clip: 1, offset: 0.7 };
    return (
      (await useScene(file, bytes, {}, undefined, { animation })) ??
      (await useScene(file, bytes, {}, undefined, { animation, motion: { velocity: [0, 1, 0] } }))
    );
  },
};

export const glbKind: FuzzKind = {
  name: 'glb',
  weight: 8,
  isText: false,
  dictionary: WORDS,
  seeds: () => [glb()],
  mend,
  use: (bytes, file) => useScene(file, bytes),
};
