// The chunk table: bytes of each chunk, and its points if chunks differ in them, each predicted by those of the
// previous chunk.

import { beginDecoding, clearDamage, damaged } from './decoder';
import { Decode, Encode, isEncoding } from './direction';
import { beginEncoding, endEncoding, makeRoom, prepareEncoder } from './encoder';
import { codeInteger, createIntegers } from './integers';
import { allocate } from './memory';
import { prepareModels } from './models';

const enum Context {
  points = 0,
  bytes = 1,
  COUNT = 2,
}

/** Bytes of an entry: points, bytes. */
const ENTRY_BYTES: usize = 8;
const ENTRY_CODED_MAX: usize = 16;

function codeTable<D>(entries: usize, chunks: u32, withPoints: bool): void {
  const integers = createIntegers(32, Context.COUNT);
  let points = 0;
  let bytes = 0;
  for (let chunk: u32 = 0; chunk < chunks; chunk++) {
    if (isEncoding<D>()) makeRoom();
    const entry = entries + chunk * ENTRY_BYTES;
    if (withPoints) {
      points = codeInteger<D>(integers, points, load<i32>(entry), Context.points);
      store<i32>(entry, points);
    }
    bytes = codeInteger<D>(integers, bytes, load<i32>(entry, 4), Context.bytes);
    store<i32>(entry, bytes, 4);
  }
}

/**
 * Codes the entries of `chunks` chunks, at least one. Returns the address of the coded bytes;
 * `tableBytes` is their number.
 */
export function encodeTable(entries: usize, chunks: u32, withPoints: bool): usize {
  prepareModels(false);
  prepareEncoder();
  const at = allocate(chunks * ENTRY_CODED_MAX + ENTRY_CODED_MAX);
  beginEncoding(at);
  codeTable<Encode>(entries, chunks, withPoints);
  tableBytes = endEncoding() - at;
  return at;
}

let tableBytes: usize = 0;

/** Bytes of the last coded table. */
export function tableLength(): usize {
  return tableBytes;
}

/**
 * Decodes `chunks` entries of the `bytes` bytes at `at`. Returns their address, or 0 for bytes that no encoder writes.
 */
export function decodeTable(at: usize, bytes: usize, chunks: u32, withPoints: bool): usize {
  prepareModels(true);
  clearDamage();
  const entries = allocate(chunks * ENTRY_BYTES);
  beginDecoding(at, bytes);
  codeTable<Decode>(entries, chunks, withPoints);
  return damaged ? 0 : entries;
}
