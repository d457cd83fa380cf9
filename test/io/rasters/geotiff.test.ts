import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { geoKeyDirectory } from '../../../src/crs/geo-keys.js';
import { encodeGeotiff } from '../../../src/io/rasters/geotiff.js';

const PLACE = { west: 100, north: 50, cell: [0.5, 0.5] as const, unit: 'metre', description: 'a', software: 'test' };

/** The values of each tag, by TIFF 6.0: little-endian, numbers of four bytes or less within the entry. */
function tagsOf(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  expect(String.fromCharCode(bytes[0], bytes[1])).toBe('II');
  expect(view.getUint16(2, true)).toBe(42);
  const at = view.getUint32(4, true);
  const entries = Array.from({ length: view.getUint16(at, true) }, (_, k) => {
    const entry = at + 2 + 12 * k;
    const [tag, type] = [view.getUint16(entry, true), view.getUint16(entry + 2, true)];
    const count = view.getUint32(entry + 4, true);
    const size = { 2: 1, 3: 2, 4: 4, 12: 8 }[type] ?? Number.NaN;
    const from = size * count <= 4 ? entry + 8 : view.getUint32(entry + 8, true);
    expect(from % 2).toBe(0);
    const read = (place: number) =>
      type === 12
        ? view.getFloat64(place, true)
        : type === 4
          ? view.getUint32(place, true)
          : type === 3
            ? view.getUint16(place, true)
            : view.getUint8(place);
    return [tag, Array.from({ length: count }, (_, j) => read(from + size * j))] as const;
  });
  const tags = entries.map(([tag]) => tag);
  expect(tags).toEqual(tags.toSorted((a, b) => a - b));
  return new Map(entries);
}

const textOf = (codes: readonly number[] = []) => String.fromCharCode(...codes);

describe('a GeoTIFF', () => {
  it('has its numbers in strips, row by row from the north, and -9999 for none', async () => {
    // 400 columns of four bytes: 163 rows a strip.
    const [columns, rows] = [400, 500];
    const values = Float32Array.from({ length: columns * rows }, (_, k) => (k % 7 === 0 ? Number.NaN : k / 8));
    const bytes = await encodeGeotiff({ columns, rows, values }, PLACE);
    const tags = tagsOf(bytes);
    const first = (tag: number) => tags.get(tag)?.[0];
    expect([256, 257, 258, 259, 262, 277, 278, 339].map(first)).toEqual([400, 500, 32, 8, 1, 1, 163, 3]);
    const [offsets = [], counts = []] = [tags.get(273), tags.get(279)];
    expect([offsets.length, counts.length]).toEqual([4, 4]);
    const raw = Buffer.concat(offsets.map((at, k) => inflateSync(bytes.subarray(at, at + counts[k]))));
    expect(raw.length).toBe(4 * values.length);
    for (let k = 0; k < values.length; k += 97)
      expect(raw.readFloatLE(4 * k)).toBe(Number.isNaN(values[k]) ? -9999 : values[k]);
    expect(offsets[3] + counts[3]).toBe(bytes.length);
  });

  it('says where it lies, in what, and what its numbers are', async () => {
    const geoKeys = {
      directory: geoKeyDirectory(
        new Map([
          [3072, 25832],
          [1024, 1],
        ]),
      ),
      doubles: [7.5],
      texts: 'abc|',
    };
    const tags = tagsOf(
      await encodeGeotiff({ columns: 1, rows: 1, values: Float32Array.of(1) }, { ...PLACE, geoKeys }),
    );
    expect(tags.get(33_550)).toEqual([0.5, 0.5, 0]);
    expect(tags.get(33_922)).toEqual([0, 0, 0, 100, 50, 0]);
    expect(tags.get(34_735)).toEqual([1, 1, 0, 2, 1024, 0, 1, 1, 3072, 0, 1, 25832]);
    expect(tags.get(34_736)).toEqual([7.5]);
    expect(textOf(tags.get(34_737))).toBe('abc|\0');
    expect(textOf(tags.get(42_113))).toBe('-9999\0');
    expect(textOf(tags.get(42_112))).toContain('role="unittype">metre<');
  });
});
