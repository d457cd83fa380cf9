import { expect, it } from 'vitest';
import { decodeIntensityScale, intensityScaleVlr, LIMIT_ROWS_MAX } from '../../../src/io/las/intensity-scale.js';
import { encodeVlr } from '../../../src/io/las/vlr.js';

const ROWS = [
  { scanner: 255, firstId: 1, lastId: 2, minEnergy: 1e-16 },
  { scanner: 1, firstId: 3, lastId: 65_535, minEnergy: 2.5e-16 },
];

it('is the record subray/2: scale and number of rows, then 16 bytes a row', () => {
  const { userId, recordId, data } = intensityScaleVlr(ROWS);
  expect([userId, recordId, data.length]).toEqual(['subray', 2, 40]);
  const view = new DataView(data.buffer);
  const u16 = (at: number) => view.getUint16(at, true);
  expect([0, 2, 4, 6, 8, 10, 12, 14].map(u16)).toEqual([1, 2, 0, 0, 255, 1, 2, 0]);
  expect(view.getFloat64(16, true)).toBe(1e-16);
  expect([24, 26, 28].map(u16)).toEqual([1, 3, 65_535]);
  expect(view.getFloat64(32, true)).toBe(2.5e-16);
  expect(decodeIntensityScale(data)).toEqual(ROWS);
});

it('fits a record with the most rows', () => {
  const { length } = encodeVlr(intensityScaleVlr(Array.from({ length: LIMIT_ROWS_MAX }, () => ROWS[0])));
  expect(length).toBeLessThanOrEqual(54 + 65_535);
  expect(length).toBeGreaterThan(54 + 65_535 - 16);
});

it('is not taken where it is cut off, of another scale, or without energies', () => {
  const { data } = intensityScaleVlr(ROWS);
  for (let length = 0; length < data.length; length++)
    expect(decodeIntensityScale(data.subarray(0, length)), `${length} bytes`).toBeUndefined();
  expect(decodeIntensityScale(intensityScaleVlr([]).data)).toBeUndefined();
  const other = data.slice();
  other[0] = 2;
  expect(decodeIntensityScale(other)).toBeUndefined();
  for (const energy of [0, -1, Number.NaN, Infinity])
    expect(decodeIntensityScale(intensityScaleVlr([{ ...ROWS[0], minEnergy: energy }]).data)).toBeUndefined();
});
