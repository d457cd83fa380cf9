import type { FuzzKind } from '../fuzz-kind.js';
import { textSeed } from '../in-memory.js';
import { useScene } from './scene-parts.js';

const HEAD = (format: string) =>
  `ply\nformat ${format} 1.0\ncomment a square\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nproperty uchar red\nproperty uchar green\nproperty uchar blue\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n`;
const CORNERS = [
  [-2, 1, -2],
  [2, 1, -2],
  [2, 1, 2],
  [-2, 1, 2],
];

const ASCII_PLY = `${HEAD('ascii')}${CORNERS.map((corner) => `${corner.join(' ')} 200 100 50\n`).join('')}4 0 1 2 3\n`;

function binaryPly(little: boolean): Uint8Array {
  const body = new DataView(new ArrayBuffer(4 * 15 + 17));
  CORNERS.forEach((corner, k) => {
    corner.forEach((value, axis) => void body.setFloat32(15 * k + 4 * axis, value, little));
  });
  body.setUint8(60, 4);
  for (let k = 0; k < 4; k++) body.setInt32(61 + 4 * k, k, little);
  const head = Buffer.from(HEAD(little ? 'binary_little_endian' : 'binary_big_endian'));
  return new Uint8Array(Buffer.concat([head, Buffer.from(body.buffer)]));
}

const FACET = (corners: number[][]) =>
  `facet normal 0 1 0\n outer loop\n${corners.map((corner) => `  vertex ${corner.join(' ')}\n`).join('')} endloop\nendfacet\n`;
const [A, B, C, D] = CORNERS;
const ASCII_STL = `solid wall\n${FACET([A, B, C])}${FACET([A, C, D])}endsolid wall\n`;

function binaryStl(): Uint8Array {
  const view = new DataView(new ArrayBuffer(84 + 2 * 50));
  view.setUint32(80, 2, true);
  [
    [A, B, C],
    [A, C, D],
  ].forEach((corners, t) => {
    corners.flat().forEach((value, k) => void view.setFloat32(84 + 50 * t + 12 + 4 * k, value, true));
  });
  return new Uint8Array(view.buffer);
}

export const ply: FuzzKind = {
  name: 'ply',
  weight: 5,
  isText: true,
  dictionary: [
    'element',
    'property',
    'list',
    'uchar',
    'double',
    'float64',
    'int8',
    'face',
    'vertex',
    'end_header',
    'tristrips',
    'nx',
  ],
  seeds: () => [
    textSeed('model.ply', ASCII_PLY),
    { file: 'model.ply', bytes: binaryPly(true) },
    { file: 'model.ply', bytes: binaryPly(false) },
  ],
  use: (bytes, file) => useScene(file, bytes),
};

export const stl: FuzzKind = {
  name: 'stl',
  weight: 5,
  isText: true,
  dictionary: ['solid', 'facet', 'normal', 'outer', 'loop', 'vertex', 'endloop', 'endfacet', 'endsolid', 'COLOR='],
  seeds: () => [textSeed('model.stl', ASCII_STL), { file: 'model.stl', bytes: binaryStl() }],
  use: (bytes, file) => useScene(file, bytes),
};
