import { describe, expect, it } from 'vitest';
import { readGtx } from '../../src/crs/geoid-grid.js';
import { gtxBytes } from './gtx-bytes.js';

const SMALL = { south: 47, west: 8, rows: [[10, 20], [30, 60]] }; // biome-ignore format: a grid

describe('a geoid in GTX', () => {
  it('is bilinear between its nodes, up to its edges', () => {
    const geoid = readGtx(gtxBytes(SMALL), 'g.gtx');
    expect([geoid(8, 47), geoid(9, 47), geoid(8, 48), geoid(9, 48)]).toEqual([10, 20, 30, 60]);
    expect(geoid(8.5, 47.5)).toBe(30);
    expect(geoid(8.25, 47)).toBe(12.5);
    expect(geoid(8.25 + 360, 47)).toBe(12.5);
  });

  it.each([
    [7.99, 47.5],
    [9.01, 47.5],
    [8.5, 46.99],
    [8.5, 48.01],
  ])('has no height outside, at %d°, %d°', (longitude, latitude) => {
    expect(readGtx(gtxBytes(SMALL), 'g.gtx')(longitude, latitude)).toBeNaN();
  });

  it('has no height beside a cell without one', () => {
    const geoid = readGtx(gtxBytes({ ...SMALL, rows: [[10, 20], [30, -88.8888]] }), 'g.gtx'); // biome-ignore format: a grid
    expect(geoid(8.5, 47.5)).toBeNaN();
  });

  it('goes round the earth', () => {
    const rows = [0, 1].map(() => Array.from({ length: 360 }, (_, k) => k));
    const geoid = readGtx(gtxBytes({ south: 0, west: -180, rows }), 'g.gtx');
    expect(geoid(-180, 0)).toBe(0);
    expect(geoid(179.5, 0.5)).toBe(179.5);
    expect(geoid(180, 0)).toBe(0);
  });

  it.each([
    ['too few bytes', new Uint8Array(12), 'found 12 bytes, expected a geoid as GTX'],
    ['a cut end', gtxBytes(SMALL).subarray(0, 50), 'found 50 bytes for 2 rows of 2'],
    ['a single row', gtxBytes({ ...SMALL, rows: [[1, 2]] }), 'found 48 bytes for 1 rows of 2'],
    ['a corner off the earth', gtxBytes({ ...SMALL, south: 400 }), 'found a corner at 400°, 8°'],
    ['steps back', gtxBytes({ ...SMALL, step: -1 }), 'steps of -1°, -1°'],
  ])('is refused with %s', (_, bytes, message) => {
    expect(() => readGtx(bytes, 'g.gtx')).toThrow(message);
  });
});
