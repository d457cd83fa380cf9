// The layer of references to waveform packets: descriptor, offset in the file, size, place of the return
// in the packet, direction.

import { codeInteger, createIntegers } from './integers';
import { codePlain, codeSymbol, isEncoding } from './direction';
import { makeRoom } from './encoder';
import { allocateZeros } from './memory';
import { createModel, createModels, modelBytes } from './models';
import { channelOf, channelTable, count, records, stride } from './points';
import { isNewSlot, lastRecordOf, slotOf } from './slots';

/** Offsets in the reference. ASPRS LAS Specification 1.4 – R15, table 11. */
const enum Packet {
  descriptor = 0,
  offset = 1,
  bytes = 9,
  location = 13,
  direction = 17,
}

/**
 * Kind of a packet's offset: the same as the last one, right behind the last packet, a step of 32 bits from it, or
 * plain.
 */
const enum Offset {
  same = 0,
  next = 1,
  step = 2,
  plain = 3,
  KINDS = 4,
}

/** Models of a channel. */
const enum Packets {
  descriptors = 0,
  offsets = 4,
  steps = 8,
  bytes = 12,
  locations = 16,
  directions = 20,
  lastStep = 24,
  lastKind = 28,
  SIZE = 32,
}

function createPackets(): usize {
  const packets = allocateZeros(Packets.SIZE);
  store<u32>(packets, <u32>createModel(256), Packets.descriptors);
  store<u32>(packets, <u32>createModels(Offset.KINDS, Offset.KINDS), Packets.offsets);
  store<u32>(packets, <u32>createIntegers(32, 1), Packets.steps);
  store<u32>(packets, <u32>createIntegers(32, 1), Packets.bytes);
  store<u32>(packets, <u32>createIntegers(32, 1), Packets.locations);
  store<u32>(packets, <u32>createIntegers(32, 3), Packets.directions);
  return packets;
}

/** Codes the references at offset `at` of all points but the first. */
export function codePackets<D>(at: usize): void {
  const packetsOf = channelTable();
  store<u32>(packetsOf + 4 * channelOf(records), <u32>createPackets());
  for (let point: u32 = 1; point < count; point++) {
    if (isEncoding<D>()) makeRoom();
    const place = packetsOf + 4 * slotOf(point);
    if (isNewSlot(point)) store<u32>(place, <u32>createPackets());
    codePacket<D>(load<u32>(place), records + point * stride + at, lastRecordOf(point) + at);
  }
}

function codePacket<D>(packets: usize, packet: usize, last: usize): void {
  const descriptor = codeSymbol<D>(load<u32>(packets, Packets.descriptors), load<u8>(packet));
  if (!isEncoding<D>()) store<u8>(packet, descriptor);
  codeOffset<D>(packets, packet, last);
  codeWord<D>(load<u32>(packets, Packets.bytes), packet + Packet.bytes, last + Packet.bytes, 0);
  codeWord<D>(load<u32>(packets, Packets.locations), packet + Packet.location, last + Packet.location, 0);
  for (let axis: u32 = 0; axis < 3; axis++) {
    const from: usize = Packet.direction + 4 * axis;
    codeWord<D>(load<u32>(packets, Packets.directions), packet + from, last + from, axis);
  }
}

// @ts-ignore: decorator
@inline
function codeWord<D>(integers: usize, at: usize, lastAt: usize, context: u32): void {
  const word = codeInteger<D>(integers, load<i32>(lastAt), isEncoding<D>() ? load<i32>(at) : 0, context);
  if (!isEncoding<D>()) store<i32>(at, word);
}

function codeOffset<D>(packets: usize, packet: usize, last: usize): void {
  const from = load<i64>(last, Packet.offset);
  const bytes = load<i32>(last, Packet.bytes);
  let offset: i64 = isEncoding<D>() ? load<i64>(packet, Packet.offset) : 0;
  const model = load<u32>(packets, Packets.offsets) + load<u32>(packets, Packets.lastKind) * modelBytes(Offset.KINDS);
  const kind = codeSymbol<D>(model, isEncoding<D>() ? kindOf(offset - from, bytes) : 0);
  store<u32>(packets, kind, Packets.lastKind);
  if (kind == Offset.same) offset = from;
  else if (kind == Offset.next) offset = from + bytes;
  else if (kind == Offset.step) {
    const lastStep = load<i32>(packets, Packets.lastStep);
    const step = codeInteger<D>(load<u32>(packets, Packets.steps), lastStep, <i32>(offset - from), 0);
    store<i32>(packets, step, Packets.lastStep);
    offset = from + step;
  } else {
    const lower = codePlain<D>(32, <u32>offset);
    offset = (<i64>codePlain<D>(32, <u32>(offset >> 32)) << 32) | <i64><u64>lower;
  }
  if (!isEncoding<D>()) store<i64>(packet, offset, Packet.offset);
}

function kindOf(step: i64, bytes: i32): u32 {
  if (step != <i64><i32>step) return Offset.plain;
  return step == 0 ? Offset.same : <i32>step == bytes ? Offset.next : Offset.step;
}
