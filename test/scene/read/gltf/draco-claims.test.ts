import { describe, expect, it } from 'vitest';
import { dracoClaims } from '../../../../src/scene/read/gltf/draco-claims.js';

const head = (...rest: number[]) => Uint8Array.of(...new TextEncoder().encode('DRACO'), ...rest);
const [SEQUENTIAL, EDGEBREAKER] = [0, 1];

describe('the head of Draco data', () => {
  it('states faces and points, exactly where they are stored in order', () => {
    expect(dracoClaims(head(2, 2, 1, SEQUENTIAL, 0, 0, 0x85, 0x02, 7))).toEqual({
      faces: 261,
      points: 7,
      isExact: true,
    });
    expect(dracoClaims(head(2, 2, 1, EDGEBREAKER, 0, 0, 0, 9, 0x85, 0x02))).toEqual({
      faces: 261,
      points: 9,
      isExact: false,
    });
  });

  it('has numbers of four bytes in older versions', () => {
    const words = [5, 1, 0, 0, 7, 0, 0, 0x80];
    expect(dracoClaims(head(2, 1, 1, SEQUENTIAL, 0, 0, ...words))).toEqual({
      faces: 261,
      points: 7 + 2 ** 31,
      isExact: true,
    });
    expect(dracoClaims(head(1, 3, 1, EDGEBREAKER, 0, 0, 0, 0, 0, 0, 0, ...words))).toMatchObject({ points: 261 });
    expect(dracoClaims(head(2, 1, 1, EDGEBREAKER, 0, 0, 0, 3, 9, 8))).toMatchObject({ points: 9, faces: 8 });
  });

  it('may be followed by metadata', () => {
    // One attribute, 4, with the entry "ab" of 3 bytes; the whole with an empty element "c".
    const metadata = [1, 4, 1, 2, 97, 98, 3, 0, 0, 0, 0, 0, 1, 1, 99, 0, 0];
    const bytes = head(2, 2, 1, SEQUENTIAL, 0, 0x80, ...metadata, 12, 8);
    expect(dracoClaims(bytes)).toEqual({ faces: 12, points: 8, isExact: true });
    const deep = Array.from({ length: 5000 }, () => [0, 1, 0]).flat();
    expect(dracoClaims(head(2, 2, 1, SEQUENTIAL, 0, 0x80, 0, ...deep, 12, 8))).toBeUndefined();
  });

  it.each([
    ['something else', new Uint8Array(64)],
    ['a cloud of points', head(2, 2, 0, 0, 0, 0, 1, 1)],
    ['a method that is none', head(2, 2, 1, 2, 0, 0, 1, 1)],
    ['cut off', head(2, 2, 1, SEQUENTIAL, 0, 0, 12)],
    ['nothing', new Uint8Array()],
  ])('is not there in %s', (_, bytes) => {
    expect(dracoClaims(bytes)).toBeUndefined();
  });
});
