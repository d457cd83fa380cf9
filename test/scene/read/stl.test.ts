import { describe, expect, it } from 'vitest';
import type { Model } from '../../../src/scene/model.js';
import { readStl } from '../../../src/scene/read/stl/read-stl.js';
import { cornersOf, faultOf, keepingLog } from '../scene-files.js';

const TRIANGLE = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
];
const OTHER = [
  [0, 0, 1],
  [1, 0, 1],
  [0, 1, 1],
];

const read = (bytes: Uint8Array, log = keepingLog()): Promise<Model> => readStl(bytes, { file: 'test.stl', log });
const readText = (text: string) => read(new TextEncoder().encode(text));

function binary(triangles: number[][][], header = ''): Uint8Array {
  const bytes = new Uint8Array(84 + 50 * triangles.length);
  bytes.set(new TextEncoder().encode(header));
  const view = new DataView(bytes.buffer);
  view.setUint32(80, triangles.length, true);
  triangles.forEach((corners, t) => {
    corners.flat().forEach((x, i) => {
      view.setFloat32(84 + 50 * t + 12 + 4 * i, x, true);
    });
  });
  return bytes;
}

function text(name: string, triangles: number[][][]): string {
  const facets = triangles.map(
    (corners) =>
      ` facet normal 0 0 1\n  outer loop\n${corners.map((c) => `   vertex ${c.join(' ')}\n`).join('')}  endloop\n endfacet\n`,
  );
  return `solid ${name}\n${facets.join('')}endsolid ${name}\n`;
}

describe('STL', () => {
  it('reads binary files', async () => {
    const { meshes, materials } = await read(binary([TRIANGLE, OTHER]));
    expect(cornersOf(meshes[0])).toEqual([TRIANGLE, OTHER]);
    expect(materials).toHaveLength(1);
  });

  it('reads binary files that begin with "solid"', async () => {
    expect(cornersOf((await read(binary([TRIANGLE], 'solid of a careless program'))).meshes[0])).toEqual([TRIANGLE]);
  });

  it('reads texts, each solid as an object', async () => {
    const { meshes } = await readText(text('a b', [TRIANGLE, OTHER]) + text('c', [OTHER]).replaceAll('\n', '\r\n'));
    expect(cornersOf(meshes[0])).toEqual([TRIANGLE, OTHER, OTHER]);
    expect([...meshes[0].triangleGroup].map((g) => meshes[0].groups[g].object)).toEqual(['a b', 'a b', 'c']);
  });

  it('reads texts whatever their line breaks, and names in Latin-1', async () => {
    const twoSolids = text('a b', [TRIANGLE, OTHER]) + text('Dächer', [OTHER]);
    const latin1 = Uint8Array.from(twoSolids.replaceAll(/\s+/g, ' '), (letter) => letter.charCodeAt(0));
    const { meshes } = await read(latin1);
    expect(cornersOf(meshes[0])).toEqual([TRIANGLE, OTHER, OTHER]);
    expect([...meshes[0].triangleGroup].map((g) => meshes[0].groups[g].object)).toEqual(['a b', 'a b', 'Dächer']);
  });

  it.each([
    [
      binary([TRIANGLE]).subarray(0, 100),
      'test.stl: the header counts 1 triangles, the file has room for 0: it is cut off or no STL file',
    ],
    [binary([TRIANGLE]).subarray(0, 20), 'test.stl: has 20 bytes; a binary STL file has at least 84'],
    [
      binary([
        [
          [0, 0, 0],
          [1, 0, Number.NaN],
          [0, 1, 0],
        ],
      ]),
      'test.stl: triangle 0 has a corner (1, 0, NaN); coordinates must be finite',
    ],
    [binary([]), 'test.stl: the file has no faces: there is nothing here that a beam can hit'],
    [
      binary([
        [
          [0, 0, 0],
          [1, 1, 1],
          [2, 2, 2],
        ],
      ]),
      'test.stl: all 1 triangles have no area: there is nothing here that a beam can hit',
    ],
  ])('refuses faulty binary files (%#)', async (bytes, message) => {
    expect(String(await faultOf(read(bytes))).split('\n')[0]).toBe(message);
  });

  it('does not allocate what the header promises', async () => {
    const bytes = binary([TRIANGLE]);
    new DataView(bytes.buffer).setUint32(80, 4_000_000_000, true);
    expect(await faultOf(read(bytes))).toContain('counts 4000000000 triangles, the file has room for 1');
  });

  it.each([
    [
      text('a', [TRIANGLE]).replace('vertex 1 0 0', 'vertex 1 x 0'),
      'test.stl:5: found "x" where a coordinate should stand',
    ],
    [
      text('a', [TRIANGLE]).replace('vertex 1 0 0', 'vertex 1 1e40 0'),
      'test.stl:5: a corner at (1, 1e+40, 0); coordinates must be finite',
    ],
    [text('a', [TRIANGLE]).replace('   vertex 1 0 0\n', ''), 'test.stl:7: a facet has other than three corners'],
    [text('a', [TRIANGLE]).replace('endloop', 'nonsense'), 'test.stl:7: found "nonsense"; this is not STL text'],
    [text('a', [TRIANGLE]).replace(/endsolid.*/, ''), 'test.stl:9: the file ends before "endsolid": it is cut off'],
  ])('refuses faulty texts (%#)', async (faulty, message) => {
    expect(await faultOf(readText(faulty))).toBe(message);
  });
});
