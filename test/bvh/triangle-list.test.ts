import { describe, expect, it } from 'vitest';
import { buildMesh } from '../../src/bvh/build-mesh.js';
import { countTriangles, listTriangles } from '../../src/bvh/triangle-list.js';
import { Triangle } from '../../src/device/records.generated.js';
import { meshOf, random } from '../support/scenes.js';

const NONE = 0xffffffff;
const NAN = Number.NaN;

/** A TriangleBlock record: nine rows of coordinates (ax, ay, az, bx, …), the numbers, the groups. */
function block(rows: number[][], ids: number[], groups: number[]): ArrayBuffer {
  return joined(Float32Array.from(rows.flat()), Uint32Array.from([...ids, ...groups]));
}

function joined(...parts: ArrayBufferView[]): ArrayBuffer {
  const bytes = parts.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength));
  return Uint8Array.from(Buffer.concat(bytes)).buffer;
}

// biome-ignore format: a block reads as a table, a triangle a column
const TWO = block([
  [ 1, 11, NAN, NAN], [ 2, 12, NAN, NAN], [ 3, 13, NAN, NAN],
  [ 4, 14, NAN, NAN], [ 5, 15, NAN, NAN], [ 6, 16, NAN, NAN],
  [ 7, 17, NAN, NAN], [ 8, 18, NAN, NAN], [ 9, 19, NAN, NAN],
], [40, 41, NONE, NONE], [7, 8, 0, 0]);
// biome-ignore format: a block reads as a table, a triangle a column
const FOUR = block([
  [101, 201, 301, 401], [102, 202, 302, 402], [103, 203, 303, 403],
  [104, 204, 304, 404], [105, 205, 305, 405], [106, 206, 306, 406],
  [107, 207, 307, 407], [108, 208, 308, 408], [109, 209, 309, 409],
], [3, 2, 1, 0], [0, 1, 2, 3]);

describe('listTriangles', () => {
  it('takes blocks apart, without their empty places', () => {
    const { triangles, triangleCount, starts } = listTriangles(joined(new Uint8Array(TWO), new Uint8Array(FOUR)), 2);
    expect([triangleCount, ...starts]).toEqual([6, 0, 2, 6]);
    const floats = new Float32Array(triangles);
    const words = new Uint32Array(triangles);
    const table = Array.from({ length: 6 }, (_, k) => {
      const at = (k * Triangle.SIZE) / 4;
      return [...floats.subarray(at, at + 3), words[at + 3], ...floats.subarray(at + 4, at + 7), words[at + 7], ...floats.subarray(at + 8, at + 11)]; // biome-ignore format: one triangle
    });
    // biome-ignore format: a triangle a row: a, id, b, group, c
    expect(table).toEqual([
      [  1,   2,   3, 40,   4,   5,   6, 7,   7,   8,   9],
      [ 11,  12,  13, 41,  14,  15,  16, 8,  17,  18,  19],
      [101, 102, 103,  3, 104, 105, 106, 0, 107, 108, 109],
      [201, 202, 203,  2, 204, 205, 206, 1, 207, 208, 209],
      [301, 302, 303,  1, 304, 305, 306, 2, 307, 308, 309],
      [401, 402, 403,  0, 404, 405, 406, 3, 407, 408, 409],
    ]);
  });

  it('lists nothing of no blocks', () => {
    expect(listTriangles(new ArrayBuffer(0), 0).triangleCount).toBe(0);
    expect(countTriangles(new ArrayBuffer(0), 0)).toBe(0);
  });

  it('holds every triangle of a mesh once, corners bit for bit', () => {
    const seed = 11;
    const next = random(seed);
    const count = 3001;
    const mesh = meshOf(
      Float32Array.from({ length: count * 9 }, () => next() * 100 - 50),
      Array.from({ length: count }, (_, k) => k % 5),
    );
    const { blocks, blockCount } = buildMesh(mesh);
    const { triangles, triangleCount } = listTriangles(blocks, blockCount);
    expect([triangleCount, countTriangles(blocks, blockCount)]).toEqual([count, count]);
    const floats = new Float32Array(triangles);
    const words = new Uint32Array(triangles);
    const seen = new Set<number>();
    for (let at = 0; at < words.length; at += Triangle.SIZE / 4) {
      const id = words[at + Triangle.id / 4];
      seen.add(id);
      const corners = [Triangle.a, Triangle.b, Triangle.c].flatMap((c) => [
        ...floats.subarray(at + c / 4, at + c / 4 + 3),
      ]);
      expect(corners, `seed ${seed}, triangle ${id}`).toEqual([...mesh.positions.subarray(id * 9, id * 9 + 9)]);
      expect(words[at + Triangle.group / 4], `seed ${seed}, triangle ${id}`).toBe(id % 5);
    }
    expect(seen.size, `seed ${seed}`).toBe(count);
  });
});
