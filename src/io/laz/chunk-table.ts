/*
 * The table behind the chunks: version, number of chunks, then the bytes of each and, if chunks differ in them, their
 * points, coded (laz/table.ts). The 8 bytes before the first chunk are its position in the file, or −1 if it was not
 * known when they were written: then the last 8 bytes of the file are the position. LASzip, design/specification.rst.
 */
import { viewOf } from '../bytes/byte-fields.js';
import type { ChunkEntry, LazCodec } from './laz-codec.js';

/** Bytes of the position before the first chunk. */
export const TABLE_POINTER_BYTES = 8;

/** Bytes of version and number. */
export const TABLE_HEAD_BYTES = 8;

/**
 * LASzip's chunks of 50,000 points take some 80 bytes if all points are the same. More points per byte than this are
 * bogus and would keep a decoder busy for hours.
 */
export const POINTS_PER_BYTE_MAX = 1000;

/** A chunk and its place: bytes from the start of the file, number of its first point. */
export interface LazChunk extends ChunkEntry {
  at: number;
  first: number;
}

/** The chunk table of a file; `withPoints` if chunks differ in their numbers of points. */
export function encodeChunkTable(codec: LazCodec, entries: readonly ChunkEntry[], withPoints: boolean): Uint8Array {
  const coded = codec.encodeTable(entries, withPoints);
  const table = new Uint8Array(TABLE_HEAD_BYTES + coded.length);
  viewOf(table).setUint32(4, entries.length, true);
  table.set(coded, TABLE_HEAD_BYTES);
  return table;
}

/** The position of the table, as stored before the first chunk and, by a sink that cannot seek back, at the end. */
export function tablePointer(position: number): Uint8Array {
  const bytes = new Uint8Array(TABLE_POINTER_BYTES);
  viewOf(bytes).setBigInt64(0, BigInt(position), true);
  return bytes;
}

/**
 * Decodes the `count` entries behind the head of a table; further bytes are ignored. `points` are 0 unless chunks
 * differ in them. Returns undefined for bytes that no encoder writes.
 */
export const decodeChunkTable = (
  codec: LazCodec,
  coded: Uint8Array,
  count: number,
  withPoints: boolean,
): ChunkEntry[] | undefined => (count === 0 ? [] : codec.decodeTable(coded, count, withPoints));
