/*
 * Packets of a section of points (ASTM E2807-11, clause 9.3). Each data packet here has a whole number of bytes of
 * every stream, so that reading can start at any of them; the index lists some, at equal distances.
 */
import { invariant } from '../../base/errors.js';
import { viewOf } from '../bytes/byte-fields.js';
import type { ElementPacker } from './element-packers.js';

/** Types of sections, and of packets. */
export const SECTION_OF_POINTS = 1;
export const INDEX_PACKET = 0;
export const DATA_PACKET = 1;

export const SECTION_HEAD_BYTES = 32;
export const DATA_HEAD_BYTES = 6;
const INDEX_HEAD_BYTES = 16;
const ENTRY_BYTES = 16;

/** Packets count their bytes in 16 bits, less one, in multiples of four; streams count theirs in 16 bits. */
const PACKET_BYTES_MAX = 2 ** 16;
/** Most points whose eight-byte numbers take less than 2^16 bytes. */
const POINTS_MAX = 8 * Math.floor((2 ** 16 - 1) / 64);
/** Most entries of an index packet. */
const ENTRIES_MAX = 2048;

/**
 * Points of a packet whose numbers have these bits: as many as fit, in multiples of eight, which take whole bytes at
 * any number of bits.
 */
export function packetPoints(bits: readonly number[]): number {
  const room = PACKET_BYTES_MAX - DATA_HEAD_BYTES - 2 * bits.length - 3;
  const bitsOfPoint = bits.reduce((sum, some) => sum + some, 0);
  return Math.min(8 * Math.floor(room / bitsOfPoint), POINTS_MAX);
}

/** Length of a data packet of `count` points with numbers of these bits, in bytes. */
export const packetLength = (bits: readonly number[], count: number): number =>
  4 * Math.ceil(bits.reduce((sum, some) => sum + runLength(some, count), DATA_HEAD_BYTES + 2 * bits.length) / 4);

const runLength = (bits: number, count: number): number => Math.ceil((count * bits) / 8);

/**
 * Writes the data packet of points `first` … `first + count` at the start of `target`, which holds zeros. Returns its
 * length, and adds to `inexact` the number of inexact values of each element.
 */
export function putPacket(
  packers: readonly ElementPacker[],
  first: number,
  count: number,
  target: Uint8Array,
  inexact: number[],
): number {
  const length = packetLength(
    packers.map(({ bits }) => bits),
    count,
  );
  invariant(length <= PACKET_BYTES_MAX, 'a packet has room for its points');
  const view = viewOf(target);
  target[0] = DATA_PACKET;
  view.setUint16(2, length - 1, true);
  view.setUint16(4, packers.length, true);
  let end = DATA_HEAD_BYTES + 2 * packers.length;
  for (const [k, packer] of packers.entries()) {
    const bytes = runLength(packer.bits, count);
    inexact[k] += packer.put(first, count, target.subarray(end, end + bytes));
    view.setUint16(DATA_HEAD_BYTES + 2 * k, bytes, true);
    end += bytes;
  }
  return length;
}

/**
 * The index packet, of one level, of a section of `packets` packets: of every one, or of every second, fourth, … of
 * many. `placeOf` gives the number of a packet's first point, and the packet's offset in the file.
 */
export function indexPacket(
  packets: number,
  placeOf: (packet: number) => readonly [number, number],
): Uint8Array<ArrayBuffer> {
  const distance = 2 ** Math.max(0, Math.ceil(Math.log2(packets / ENTRIES_MAX)));
  const entries = Math.ceil(packets / distance);
  const packet = new Uint8Array(INDEX_HEAD_BYTES + ENTRY_BYTES * entries);
  const view = viewOf(packet);
  packet[0] = INDEX_PACKET;
  view.setUint16(2, packet.length - 1, true);
  view.setUint16(4, entries, true);
  for (let k = 0; k < entries; k++) putPlaces(view, INDEX_HEAD_BYTES + ENTRY_BYTES * k, placeOf(distance * k));
  return packet;
}

/** Writes places and lengths in 64 bits, one behind the other. */
export function putPlaces(view: DataView, at: number, places: readonly number[]): void {
  for (const [k, place] of places.entries()) view.setBigUint64(at + 8 * k, BigInt(place), true);
}
