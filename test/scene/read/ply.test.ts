import { parse } from '@loaders.gl/core';
import { PLYLoader as StockLoader } from '@loaders.gl/ply';
import { describe, expect, it } from 'vitest';
import type { Model } from '../../../src/scene/model.js';
import { readPly } from '../../../src/scene/read/ply/read-ply.js';
import { testRandom } from '../../support/random.js';
import { cornersOf, faultOf, keepingLog } from '../scene-files.js';

const read = (bytes: Uint8Array, log = keepingLog()): Promise<Model> => readPly(bytes, { file: 'test.ply', log });
const readText = (text: string) => read(new TextEncoder().encode(text));

const LOWER = [
  [0, 0, 0],
  [1, 0, 0],
  [1, 1, 0],
];
const UPPER = [
  [0, 0, 0],
  [1, 1, 0],
  [0, 1, 0],
];
const SQUARE_HEADER = `ply
format ascii 1.0
comment Grüße, end_header
element vertex 4
property float x
property float y
property float z
property uchar red
element face 1
property list uchar int vertex_indices
end_header
`;
const SQUARE_BODY = '0 0 0 255\n1 0 0 255\n1 1 0 255\n0 1 0 255\n4 0 1 2 3\n';

/** A binary file of vertices (f64, with an unused list) and faces. */
function binary(vertices: number[][], faces: number[][], littleEndian = true): Uint8Array {
  const header = `ply\nformat binary_${littleEndian ? 'little' : 'big'}_endian 1.0\nelement camera 1\nproperty short a\nelement vertex ${vertices.length}\nproperty double x\nproperty list uchar ushort extra\nproperty double y\nproperty double z\nelement face ${faces.length}\nproperty uchar flag\nproperty list uint uint vertex_index\nend_header\n`;
  const bytes: number[] = [...new TextEncoder().encode(header)];
  const push = (set: (view: DataView) => void, size: number) => {
    const view = new DataView(new ArrayBuffer(size));
    set(view);
    bytes.push(...new Uint8Array(view.buffer));
  };
  const double = (x: number) => push((view) => view.setFloat64(0, x, littleEndian), 8);
  const uint = (x: number) => push((view) => view.setUint32(0, x, littleEndian), 4);
  bytes.push(1, 2);
  for (const [x, y, z] of vertices) {
    double(x);
    bytes.push(2, 1, 2, 3, 4);
    double(y);
    double(z);
  }
  for (const face of faces) {
    bytes.push(7);
    uint(face.length);
    for (const index of face) uint(index);
  }
  return Uint8Array.from(bytes);
}

describe('PLY', () => {
  it('reads texts', async () => {
    expect(cornersOf((await readText(SQUARE_HEADER + SQUARE_BODY)).meshes[0])).toEqual([LOWER, UPPER]);
    expect(cornersOf((await readText((SQUARE_HEADER + SQUARE_BODY).replaceAll('\n', '\r\n'))).meshes[0])).toEqual([
      LOWER,
      UPPER,
    ]);
  });

  it.each([true, false])('reads binary files (little endian: %s)', async (littleEndian) => {
    const { meshes } = await read(
      binary(
        [...LOWER, UPPER[2]],
        [
          [0, 1, 2, 3],
          [0, 1],
          [2, 1, 0],
        ],
        littleEndian,
      ),
    );
    expect(cornersOf(meshes[0])).toEqual([LOWER, UPPER, [...LOWER].reverse()]);
  });

  it('reads strips of triangles, alone and beside faces', async () => {
    const strips = 'element tristrips 1\nproperty list int int vertex_indices\nend_header';
    const only = SQUARE_HEADER.replace(/element face[\s\S]*end_header/, strips);
    const [body] = SQUARE_BODY.split('4 0 1 2 3');
    const { meshes } = await readText(`${only}${body}9 0 1 3 2 -1 3 0 1 -1\n`);
    expect([...meshes[0].indices]).toEqual([0, 1, 3, 3, 1, 2, 3, 0, 1]);
    const both = SQUARE_HEADER.replace('\nend_header\n', `\n${strips}\n`);
    expect([...(await readText(`${both}${SQUARE_BODY}3 0 1 3\n`)).meshes[0].indices]).toEqual([
      0, 1, 2, 0, 2, 3, 0, 1, 3,
    ]);
    expect(await faultOf(readText(`${only}${body}3 0 1 4\n`))).toContain('vertex 4');
    expect(await faultOf(readText(`${only.replace('vertex_indices', 'strips')}${body}3 0 1 2\n`))).toContain(
      'the strips have no list "vertex_indices"',
    );
  });

  it('holds each line of a text to its declaration, and says what it passes over', async () => {
    const log = keepingLog();
    const header = SQUARE_HEADER.replace('element face 1', 'element face 2');
    const body = '0 0 0 255 9\n1 0 0 255\n\n1 1 0 255\n0 1 0 255\n3 0 1 2 9 1 1 1\n3 0 2 3\n3 2 1 0\n';
    const { meshes } = await read(new TextEncoder().encode(header + body), log);
    expect(cornersOf(meshes[0])).toEqual([LOWER, UPPER]);
    expect(log.warnings).toEqual([
      'test.ply: 2 rows have more numbers than the header declares: the surplus was left out',
      'test.ply: 8 bytes behind the last row that the header counts were left out',
    ]);
    expect(await faultOf(readText(header + body.replace('1 1 0 255', '1 1 0')))).toMatch(
      /test\.ply:15: the line has fewer numbers than the header declares/,
    );
  });

  it('counts faces of fewer than three corners', async () => {
    const log = keepingLog();
    const faces = [[0, 1, 2], [0, 1], [2]];
    await read(binary(LOWER, faces), log);
    expect(log.warnings).toEqual(['test.ply: 2 faces have fewer than three corners and were left out']);
  });

  it('keeps millimetres of national grid coordinates', async () => {
    const at = (x: number, y: number) => [447524.183 + x, 5412345.127 + y, 3];
    const { meshes } = await read(binary([at(0, 0), at(1, 0), at(0, 1.002)], [[0, 1, 2]]));
    expect(meshes[0].origin).toEqual([447524, 5412345, 3]);
    expect(cornersOf(meshes[0])[0][2][1]).toBeCloseTo(5412346.129, 6);
  });

  it('agrees with the stock loader where that one is right', async () => {
    const seed = 5;
    const random = testRandom(seed);
    const vertices = Array.from(
      { length: 40 },
      () => `${random().toFixed(5)} ${random().toFixed(5)} ${random().toFixed(5)} 1`,
    );
    const faces = Array.from(
      { length: 60 },
      () => `3 ${[0, 1, 2].map((k) => Math.floor(13 * random()) + 13 * k).join(' ')}`,
    );
    const text = `${SQUARE_HEADER.replace('vertex 4', 'vertex 40')
      .replace('face 1', 'face 60')
      .replace(/comment.*\n/, '')}${[...vertices, ...faces].join('\n')}\n`;
    const stock = await parse(text, StockLoader, { core: { worker: false } });
    const { meshes } = await readText(text);
    expect(meshes[0].positions, `seed ${seed}`).toEqual(stock.attributes.POSITION.value);
    expect(meshes[0].indices, `seed ${seed}`).toEqual(stock.indices?.value);
  });

  const faults: [string, string][] = [
    [SQUARE_HEADER.replace('ply\n', 'plx\n'), 'test.ply:1: a PLY file begins with a line "ply"'],
    [
      SQUARE_HEADER.replace('\nend_header\n', '\n'),
      'test.ply:10: the header does not end: the line "end_header" is missing',
    ],
    [
      SQUARE_HEADER.replace('ascii', 'utf8'),
      'test.ply:2: format "utf8"; known are ascii, binary_little_endian, binary_big_endian',
    ],
    [SQUARE_HEADER.replace('float x', 'real x'), 'test.ply:5: unknown type in "property real x"'],
    [SQUARE_HEADER.replace('float x', 'constructor x'), 'test.ply:5: unknown type in "property constructor x"'],
    [SQUARE_HEADER.replace('vertex 4', 'vertex -4'), 'test.ply:4: element "vertex" has the count "-4"'],
    [
      SQUARE_HEADER.replace('float z', 'float w') + SQUARE_BODY,
      'test.ply:12: the vertices have no properties x, y and z',
    ],
    [
      SQUARE_HEADER.replace('vertex_indices', 'corners') + SQUARE_BODY,
      'test.ply:16: the faces have no list "vertex_indices"',
    ],
    [
      SQUARE_HEADER.replace('vertex 4', 'vertex 4000000000') + SQUARE_BODY,
      'test.ply:12: the header counts 4000000000 of "vertex", which take 32000000000 bytes at least; 50 are left',
    ],
    [
      SQUARE_HEADER.replace('face 1', 'face 1\nelement void 4000000000'),
      'test.ply:12: element "face" has no properties',
    ],
    [SQUARE_HEADER + SQUARE_BODY.replace('1 1 0', '1 nan 0'), 'test.ply:14: found "nan" where a number should stand'],
    [
      SQUARE_HEADER + SQUARE_BODY.replace('4 0 1', '4 0 9'),
      'test.ply:16: a face refers to vertex 9; the file has vertices 0 to 3',
    ],
    [
      SQUARE_HEADER + SQUARE_BODY.replace('4 0 1', '400000 0 9'),
      'test.ply:16: a list of 400000 entries; 9 bytes are left',
    ],
    [SQUARE_HEADER + SQUARE_BODY.replace('2 3', '2'), 'test.ply:16: the file ends where a number should follow'],
    [
      SQUARE_HEADER.replace('face 1', 'face 0') + SQUARE_BODY,
      'test.ply: the file has no faces: there is nothing here that a beam can hit',
    ],
  ];
  it.each(faults)('refuses faulty texts (%#)', async (text, message) => {
    expect(String(await faultOf(readText(text))).split('\n')[0]).toBe(message);
  });

  it.each([
    [
      binary(
        [
          [0, 0, 0],
          [1, Number.POSITIVE_INFINITY, 0],
        ],
        [],
      ),
      'vertex 1 is at (1, Infinity, 0); coordinates must be finite',
    ],
    [binary(LOWER, [[0, 1, 3]]), 'a face refers to vertex 3; the file has vertices 0 to 2'],
    [binary(LOWER, [[0, 1, 2]]).slice(0, -2), 'cut off'],
  ])('refuses faulty binary files (%#)', async (bytes, message) => {
    expect(await faultOf(read(bytes))).toContain(message);
  });
});
