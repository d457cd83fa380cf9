/*
 * The record that describes the compression of points: `laszip encoded`, 22204. LASzip (Isenburg 2013),
 * design/specification.rst.
 */
import { viewOf } from '../bytes/byte-fields.js';
import { RECORD_BYTES } from '../las/point-layout.js';
import type { Vlr } from '../las/vlr.js';
import { WRITTEN_VERSION } from './item-versions.js';
import type { LayeredFormat } from './packed-layout.js';

export const LASZIP_USER_ID = 'laszip encoded';
export const LASZIP_RECORD_ID = 22204;

/** Each chunk has its own number of points, as in COPC files. */
export const VARIABLE_CHUNKS = 0xffff_ffff;

/** Whether chunks of this size have a number of points each; 0 says so, too: LASzip reads it like the other. */
export const isVariableSize = (chunkSize: number): boolean => chunkSize === VARIABLE_CHUNKS || chunkSize === 0;

/** Compressors: one stream of points in chunks, and layers within chunks. */
export const COMPRESSOR = Object.freeze({ none: 0, pointwise: 1, chunked: 2, layered: 3 });

/** An item of a point: its type in LASzip's numbers, its bytes, the version of its coding. */
export interface LaszipItem {
  type: number;
  bytes: number;
  version: number;
}

/** The types of items of formats 6 to 10. */
const ITEM = Object.freeze({ point14: 10, rgb14: 11, rgbNir14: 12, wavePacket14: 13, bytes14: 14 });

export interface LaszipRecord {
  compressor: number;
  /** 0: arithmetic. */
  coder: number;
  /** Points of each chunk but the last, or VARIABLE_CHUNKS. */
  chunkSize: number;
  items: LaszipItem[];
}

const AT = Object.freeze({
  compressor: 0,
  coder: 2,
  version: 4,
  chunkSize: 12,
  specials: 16,
  itemCount: 32,
  items: 34,
});
const ITEM_BYTES = 6;

/** The version of LASzip that writes the same bytes. */
const LASZIP_VERSION = Object.freeze({ major: 3, minor: 5, revision: 0 });

/** The items of records of a format with `recordLength` bytes, coded in this version. */
export function itemsOf(format: LayeredFormat, recordLength: number, version = WRITTEN_VERSION): LaszipItem[] {
  const item = (type: number, bytes: number) => ({ type, bytes, version });
  const items = [item(ITEM.point14, 30)];
  if (format === 7) items.push(item(ITEM.rgb14, 6));
  if (format === 8 || format === 10) items.push(item(ITEM.rgbNir14, 8));
  if (format >= 9) items.push(item(ITEM.wavePacket14, 29));
  const extra = recordLength - RECORD_BYTES[format];
  return extra > 0 ? [...items, item(ITEM.bytes14, extra)] : items;
}

/** The record of layered chunks of these items. */
export function laszipVlr(items: readonly LaszipItem[], chunkSize: number): Vlr {
  const data = new Uint8Array(AT.items + ITEM_BYTES * items.length);
  const view = viewOf(data);
  view.setUint16(AT.compressor, COMPRESSOR.layered, true);
  view.setUint8(AT.version, LASZIP_VERSION.major);
  view.setUint8(AT.version + 1, LASZIP_VERSION.minor);
  view.setUint16(AT.version + 2, LASZIP_VERSION.revision, true);
  view.setUint32(AT.chunkSize, chunkSize, true);
  // Number and bytes of special records: none.
  view.setBigInt64(AT.specials, -1n, true);
  view.setBigInt64(AT.specials + 8, -1n, true);
  view.setUint16(AT.itemCount, items.length, true);
  items.forEach(({ type, bytes, version }, k) => {
    const at = AT.items + ITEM_BYTES * k;
    view.setUint16(at, type, true);
    view.setUint16(at + 2, bytes, true);
    view.setUint16(at + 4, version, true);
  });
  return { userId: LASZIP_USER_ID, recordId: LASZIP_RECORD_ID, description: 'Compression of the points', data };
}

/** Decodes the data of a record; undefined if they are cut off. */
export function readLaszipRecord(data: Uint8Array): LaszipRecord | undefined {
  if (data.length < AT.items) return undefined;
  const view = viewOf(data);
  const count = view.getUint16(AT.itemCount, true);
  if (data.length < AT.items + ITEM_BYTES * count) return undefined;
  return {
    compressor: view.getUint16(AT.compressor, true),
    coder: view.getUint16(AT.coder, true),
    chunkSize: view.getUint32(AT.chunkSize, true),
    items: Array.from({ length: count }, (_, k) => {
      const at = AT.items + ITEM_BYTES * k;
      return {
        type: view.getUint16(at, true),
        bytes: view.getUint16(at + 2, true),
        version: view.getUint16(at + 4, true),
      };
    }),
  };
}
