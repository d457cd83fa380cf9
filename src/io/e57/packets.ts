/*
 * Packets of a section of points (ASTM E2807-11, clause 9.3). Each data packet here has a whole number of bytes of every
 * stream, so that any of them can be a place to start reading; the index lists some, at equal distances.
 */
import { invariant } from '../../base/errors.js';
import { viewOf } from '../las/bytes.js';
import type { ElementPacker } from './element-packers.js';

/** Of sections, and of packets. */
export const SECTION_OF_POINTS = 1;
export const INDEX_PACKET = 0;
export const DATA_PACKET = 1;

export const SECTION_HEAD_BYTES = 32;
export const DATA_HEAD_BYTES = 6;
const INDEX_HEAD_BYTES = 16;
const ENTRY_BYTES = 16;

/** Bytes of a packet are counted in 16 bits, less one, and are a multiple of four; those of a stream in 16 bits. */
const PACKET_BYTES_MAX = 2 ** 16;
/** Points whose numbers of eight bytes are less than 2^16 bytes. */
const POINTS_MAX = 8 * Math.floor((2 ** 16 - 1) / 64);
/** Most entries of an index packet. */
const ENTRIES_MAX = 2048;

/** Points of a packet of numbers of these bits: as many as fit, of which eight take a whole number of bytes in any number of bits. */
export function packetPoints(bits: readonly number[]): number {
  const room = PACKET_BYTES_MAX - DATA_HEAD_BYTES - 2 * bits.length - 3;
  const bitsOfPoint = bits.reduce((sum, some) => sum + some, 0);
  return Math.min(8 * Math.floor(room / bitsOfPoint), POINTS_MAX);
}

/** Bytes of a data packet of so many points with numbers of these bits. */
export const packetLength = (bits: readonly number[], count: number): number =>
  4 * Math.ceil(bits.reduce((sum, some) => sum + runLength(some, count), DATA_HEAD_BYTES + 2 * bits.length) / 4);

const runLength = (bits: number, count: number): number => Math.ceil((count * bits) / 8);

/**
 * Writes the data packet of points `first` … `first + count` at the start of `target`, which holds zeros; returns its length.
 */
export function putPacket(packers: readonly ElementPacker[], first: number, count: number, target: Uint8Array): number {
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
    packer.put(first, count, target.subarray(end, end + bytes));
    view.setUint16(DATA_HEAD_BYTES + 2 * k, bytes, true);
    end += bytes;
  }
  return length;
}

/** Lists packets of a section, as many as one index packet holds: every one, or every second, fourth, … of many. */
export class PacketIndex {
  private entries: { point: number; offset: number }[] = [];
  private packets = 0;
  private distance = 1;

  /** Adds the packet at `offset` of the file whose first point is number `point`. */
  add(point: number, offset: number): void {
    if (this.packets++ % this.distance > 0) return;
    if (this.entries.length === ENTRIES_MAX) {
      this.entries = this.entries.filter((_, k) => k % 2 === 0);
      this.distance *= 2;
    }
    this.entries.push({ point, offset });
  }

  /** The index packet, of one level. */
  packet(): Uint8Array {
    const { entries } = this;
    const packet = new Uint8Array(INDEX_HEAD_BYTES + ENTRY_BYTES * entries.length);
    const view = viewOf(packet);
    packet[0] = INDEX_PACKET;
    view.setUint16(2, packet.length - 1, true);
    view.setUint16(4, entries.length, true);
    entries.forEach(({ point, offset }, k) => {
      view.setBigUint64(INDEX_HEAD_BYTES + ENTRY_BYTES * k, BigInt(point), true);
      view.setBigUint64(INDEX_HEAD_BYTES + ENTRY_BYTES * k + 8, BigInt(offset), true);
    });
    return packet;
  }
}

/** The head of a section of `length` bytes whose first data packet and index packet are at these offsets of the file. */
export function sectionHead(length: number, dataAt: number, indexAt: number): Uint8Array {
  const head = new Uint8Array(SECTION_HEAD_BYTES);
  const view = viewOf(head);
  head[0] = SECTION_OF_POINTS;
  for (const [k, value] of [length, dataAt, indexAt].entries()) view.setBigUint64(8 + 8 * k, BigInt(value), true);
  return head;
}
