/*
 * The record from which energies follow where points have none of their own: user id `subray`, record 2. Little endian:
 *
 *   0  u16  scale: 1, amplitude: energy = minEnergy · 10^(intensity / 1000)
 *   2  u16  number of rows
 *   4  u32  0
 *   8       rows of 16 bytes: u16 scanner (255: all), u16 first and u16 last point source id, u16 0, f64 minEnergy [J]
 *
 * A point is of the row with its scanner (extra bytes `scanner`; without them 0) and its point source id.
 */
import type { LimitRow } from '../../cloud/tone-mapping/amplitude-limits.js';
import { viewOf } from '../bytes/byte-fields.js';
import { VLR_DATA_MAX, type Vlr } from './vlr.js';

export const INTENSITY_SCALE_USER_ID = 'subray';
export const INTENSITY_SCALE_RECORD_ID = 2;

const HEAD_BYTES = 8;
const ROW_BYTES = 16;
const AMPLITUDE = 1;

/** The most rows that a record holds. */
export const LIMIT_ROWS_MAX = Math.floor((VLR_DATA_MAX - HEAD_BYTES) / ROW_BYTES);

/** The record of points whose intensity is their amplitude. Precondition: at most LIMIT_ROWS_MAX rows. */
export function intensityScaleVlr(rows: readonly LimitRow[]): Vlr {
  const data = new Uint8Array(HEAD_BYTES + ROW_BYTES * rows.length);
  const view = viewOf(data);
  view.setUint16(0, AMPLITUDE, true);
  view.setUint16(2, rows.length, true);
  rows.forEach(({ scanner, firstId, lastId, minEnergy }, k) => {
    const at = HEAD_BYTES + ROW_BYTES * k;
    view.setUint16(at, scanner, true);
    view.setUint16(at + 2, firstId, true);
    view.setUint16(at + 4, lastId, true);
    view.setFloat64(at + 8, minEnergy, true);
  });
  const description = 'Energy of intensity 0';
  return { userId: INTENSITY_SCALE_USER_ID, recordId: INTENSITY_SCALE_RECORD_ID, description, data };
}

/**
 * The rows in the data of the record; undefined if there are none, or they are of another scale, truncated, or no
 * energies.
 */
export function decodeIntensityScale(data: Uint8Array): LimitRow[] | undefined {
  if (data.length < HEAD_BYTES) return undefined;
  const view = viewOf(data);
  const count = view.getUint16(2, true);
  if (view.getUint16(0, true) !== AMPLITUDE || HEAD_BYTES + ROW_BYTES * count > data.length) return undefined;
  const rows = Array.from({ length: count }, (_, k) => {
    const at = HEAD_BYTES + ROW_BYTES * k;
    return {
      scanner: view.getUint16(at, true),
      firstId: view.getUint16(at + 2, true),
      lastId: view.getUint16(at + 4, true),
      minEnergy: view.getFloat64(at + 8, true),
    };
  });
  const areEnergies = rows.every(({ minEnergy }) => minEnergy > 0 && minEnergy < Infinity);
  return rows.length > 0 && areEnergies ? rows : undefined;
}
