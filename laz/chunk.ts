// A chunk of compressed points, layered: the first record unchanged, the number of points, the bytes of every layer,
// and the layers. Compressor 3 of LASzip with items of version 3 or 4 (LASzip, design/specification.rst). The host
// requests room with `begin`, puts records or a chunk there, and calls `encodeChunk` or `decodeChunk`.

import {
  codeClassifications, codeFlags, codeIntensities, codePointSources, codeScanAngles, codeUserData,
} from './attributes';
import { codeBytes } from './bytes';
import { codeColours, codeInfrared, hasColours } from './colours';
import { beginDecoding, clearDamage, damaged } from './decoder';
import { Decode, Encode } from './direction';
import { beginEncoding, endEncoding, prepareEncoder } from './encoder';
import { allocate, clearMemory } from './memory';
import { prepareModels } from './models';
import { codePackets } from './packets';
import { codeHeights, codePlaces } from './places';
import { At, count, records, stride, takePoints, Turn, turnOf } from './points';
import { followSlots } from './slots';
import { codeTimes } from './times';

/** Layers of every point: their numbers in the chunk's list. */
const enum Layer {
  places = 0,
  heights = 1,
  classifications = 2,
  flags = 3,
  intensities = 4,
  scanAngles = 5,
  userData = 6,
  pointSources = 7,
  times = 8,
  others = 9,
}

/** Items behind the fields that every point has. */
const COLOUR_BYTES: u32 = 6;
const INFRARED_BYTES: u32 = 2;
const PACKET_BYTES: u32 = 29;

/** Bits of `items`: parts of a record besides the fields of every point and the extra bytes. */
export const enum Item {
  colours = 1,
  infrared = 2,
  packets = 4,
  /** No part, but the coding of version 4. */
  version4 = 8,
}

/** Bytes that a layer may take beyond `bytesMax`: the end of the number, and the zeros behind it. */
const LAYER_END_BYTES: usize = 16;

/** Maximum bytes of the layers of a point: a symbol takes two, an integer of 32 bits seven. */
const POINT_BYTES_MAX: usize = 64;
const PACKET_BYTES_MAX: usize = 52;

let items: u32 = 0;
/** All bits of the points' turns. */
let allTurns: u32 = 0;

let result: usize = 0;
let resultBytes: usize = 0;

/** Address of the last result. */
export function resultAt(): usize {
  return result;
}

/** Bytes of the last result. */
export function resultLength(): usize {
  return resultBytes;
}

/** Discards everything; returns the address of room for `bytes` bytes. */
export function begin(bytes: usize): usize {
  clearMemory();
  return allocate(bytes);
}

/** Number of extra bytes of records with these items. */
function extraBytesOf(recordBytes: u32, items: u32): u32 {
  let extra = recordBytes - At.end;
  if (items & Item.colours) extra -= COLOUR_BYTES;
  if (items & Item.infrared) extra -= INFRARED_BYTES;
  if (items & Item.packets) extra -= PACKET_BYTES;
  return extra;
}

/** Number of layers of records with these items. */
function layersOf(recordBytes: u32, items: u32): u32 {
  return Layer.others + popcnt<u32>(items & ~Item.version4) + extraBytesOf(recordBytes, items);
}

/**
 * Codes `points` records of `recordBytes` each at `at`, at least one, as a chunk: see resultAt, resultLength.
 * `withItems` lists the items of a record; the bytes behind them are extra bytes.
 */
export function encodeChunk(at: usize, points: u32, recordBytes: u32, withItems: u32): void {
  prepareModels(false);
  items = withItems;
  takePoints(at, recordBytes, points);
  prepareEncoder();
  const layers = layersOf(recordBytes, items);
  const pointBytes = POINT_BYTES_MAX + 2 * recordBytes + (items & Item.packets ? PACKET_BYTES_MAX : 0);
  const sizes = recordBytes + 4;
  result = allocate(sizes + 4 * layers + points * pointBytes + layers * LAYER_END_BYTES);
  memory.copy(result, records, recordBytes);
  store<u32>(result + recordBytes, points);
  let end = result + sizes + 4 * layers;
  for (let layer: u32 = 0; layer < layers; layer++) {
    const from = end;
    if (layer == Layer.places || mayHaveChanged(layer)) {
      beginEncoding(from);
      codeLayer<Encode>(layer);
      end = endEncoding();
    }
    store<u32>(result + sizes + 4 * layer, <u32>(end - from));
    if (layer == Layer.places) finishPlaces();
  }
  resultBytes = end - result;
}

/** Derives the data that the other layers need from the first one. */
function finishPlaces(): void {
  allTurns = 0;
  for (let point: u32 = 1; point < count; point++) allTurns |= turnOf(point);
  followSlots((items & Item.version4) != 0);
}

/** Whether a layer has any symbol besides that of no change. */
function mayHaveChanged(layer: u32): bool {
  switch (layer) {
    case Layer.heights: return true;
    case Layer.classifications: return differs(At.classification, 1);
    case Layer.flags: return differsIn(At.flags, 0xcf);
    case Layer.intensities: return differs(At.intensity, 2);
    case Layer.scanAngles: return (allTurns & Turn.angle) != 0;
    case Layer.userData: return differs(At.userData, 1);
    case Layer.pointSources: return (allTurns & Turn.source) != 0;
    case Layer.times: return (allTurns & Turn.time) != 0;
  }
  let other = layer - Layer.others;
  let at: u32 = At.end;
  if (items & Item.colours) {
    if (other-- == 0) return hasColours(at);
    at += COLOUR_BYTES;
  }
  if (items & Item.infrared) {
    if (other-- == 0) return differs(at, INFRARED_BYTES);
    at += INFRARED_BYTES;
  }
  if (items & Item.packets) {
    if (other-- == 0) return differs(at, PACKET_BYTES);
    at += PACKET_BYTES;
  }
  return differs(at + other, 1);
}

/** Whether any point differs from the first in the bytes from `at` on. */
function differs(at: usize, bytes: usize): bool {
  for (let byte: usize = 0; byte < bytes; byte++) if (differsIn(at + byte, 0xff)) return true;
  return false;
}

/** Whether any point differs from the first in bits of the byte at `at`. */
function differsIn(at: usize, bits: u32): bool {
  const first = <u32>load<u8>(records + at);
  const end = records + count * stride + at;
  for (let to = records + at; to < end; to += stride) if ((<u32>load<u8>(to) ^ first) & bits) return true;
  return false;
}

/** Codes a layer of all points but the first. */
function codeLayer<D>(layer: u32): void {
  switch (layer) {
    case Layer.places: codePlaces<D>(); return;
    case Layer.heights: codeHeights<D>(); return;
    case Layer.classifications: codeClassifications<D>(); return;
    case Layer.flags: codeFlags<D>(); return;
    case Layer.intensities: codeIntensities<D>(); return;
    case Layer.scanAngles: codeScanAngles<D>(); return;
    case Layer.userData: codeUserData<D>(); return;
    case Layer.pointSources: codePointSources<D>(); return;
    case Layer.times: codeTimes<D>(); return;
  }
  let other = layer - Layer.others;
  let at: u32 = At.end;
  if (items & Item.colours) {
    if (other-- == 0) { codeColours<D>(at); return; }
    at += COLOUR_BYTES;
  }
  if (items & Item.infrared) {
    if (other-- == 0) { codeInfrared<D>(at); return; }
    at += INFRARED_BYTES;
  }
  if (items & Item.packets) {
    if (other-- == 0) { codePackets<D>(at); return; }
    at += PACKET_BYTES;
  }
  codeBytes<D>(at + other);
}

/** Faults of a chunk. */
export const enum Fault {
  none = 0,
  /** The chunk ends within its list of layers. */
  cut = 1,
  /** Its own number of points differs. */
  count = 2,
  /** Its layers take more or fewer bytes. */
  sizes = 3,
  /** A layer has bytes that no encoder writes. */
  bytes = 4,
  /** Its first layer has no bytes, so that the data that the others need would be unknown. */
  places = 5,
}

/**
 * Decodes the chunk of `bytes` bytes at `at` into `points` records, at least one: see resultAt, resultLength. In layers
 * whose byte at `wanted` is 0, all points have the value of the first; a `wanted` of 0 selects all layers. Returns a
 * Fault.
 */
export function decodeChunk(
  at: usize, bytes: usize, points: u32, recordBytes: u32, withItems: u32, wanted: usize,
): u32 {
  prepareModels(true);
  clearDamage();
  items = withItems;
  const layers = layersOf(recordBytes, items);
  const sizes = at + recordBytes + 4;
  let from = sizes + 4 * layers;
  const end = at + bytes;
  if (from > end) return Fault.cut;
  result = allocate(<usize>points * recordBytes);
  resultBytes = <usize>points * recordBytes;
  repeatFirst(at, recordBytes);
  takePoints(result, recordBytes, points);
  if (load<u32>(sizes - 4) != points) return Fault.count;
  for (let layer: u32 = 0; layer < layers; layer++) {
    const length: usize = load<u32>(sizes + 4 * layer);
    if (length > end - from) return Fault.sizes;
    if (layer == Layer.places && length == 0 && points > 1) return Fault.places;
    if (length > 0 && (wanted == 0 || layer == Layer.places || load<u8>(wanted + layer) != 0)) {
      beginDecoding(from, length);
      codeLayer<Decode>(layer);
    }
    if (layer == Layer.places) followSlots((items & Item.version4) != 0);
    from += length;
  }
  if (from != end) return Fault.sizes;
  return damaged ? Fault.bytes : Fault.none;
}

/** Fills the result with copies of a record. */
function repeatFirst(record: usize, recordBytes: usize): void {
  memory.copy(result, record, recordBytes);
  for (let done = recordBytes; done < resultBytes; done *= 2)
    memory.copy(result + done, result, min(done, resultBytes - done));
}
