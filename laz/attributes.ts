// The layers of a point's attributes: classification, flags, intensity, scan angle, user data, point source.

import { codeSymbol, isEncoding } from './direction';
import { makeRoom } from './encoder';
import { codeInteger, createIntegers } from './integers';
import { allocate, allocateZeros } from './memory';
import { modelAt } from './places';
import { At, channelOf, channelTable, count, lastOf, records, stride, Turn, turnOf } from './points';

/** The scanner channel's bits of the flags, and the others. */
const CHANNEL_BITS: u32 = 0x30;
const LOWER_FLAGS: u32 = 0x0f;

/** The flags without the channel's, in 6 bits. */
// @ts-ignore: decorator
@inline
function plainFlags(flags: u32): u32 {
  return (flags & LOWER_FLAGS) | ((flags & ~(LOWER_FLAGS | CHANNEL_BITS)) >> 2);
}

/** The byte of flags with these 6 bits, and a channel. */
// @ts-ignore: decorator
@inline
function flagsByte(flags: u32, channel: u32): u32 {
  return (flags & LOWER_FLAGS) | ((flags & ~LOWER_FLAGS) << 2) | (channel << 4);
}

const CONTEXTS: usize = 64;

/** The table of models of a channel by context, made on first use. */
// @ts-ignore: decorator
@inline
function tableOf(tables: usize, channel: u32): usize {
  const at = tables + 4 * channel;
  if (load<u32>(at) == 0) store<u32>(at, <u32>allocateZeros(4 * CONTEXTS));
  return load<u32>(at);
}

/** Codes the class of all points but the first, with the last one and whether the return is the only one as context. */
export function codeClassifications<D>(): void {
  const tables = channelTable();
  for (let point: u32 = 1; point < count; point++) {
    if (isEncoding<D>()) makeRoom();
    const record = records + point * stride;
    const turn = turnOf(point);
    const only: u32 = turn & Turn.isFirst && turn & Turn.isLast ? 1 : 0;
    const context = ((<u32>load<u8>(lastOf(point), At.classification) & 31) << 1) | only;
    const model = modelAt(tableOf(tables, turn & Turn.channel) + 4 * context, 256);
    const number = codeSymbol<D>(model, load<u8>(record, At.classification));
    if (!isEncoding<D>()) store<u8>(record, number, At.classification);
  }
}

/** Codes the flags of all points but the first, with the last ones as context. */
export function codeFlags<D>(): void {
  const tables = channelTable();
  for (let point: u32 = 1; point < count; point++) {
    if (isEncoding<D>()) makeRoom();
    const record = records + point * stride;
    const channel = turnOf(point) & Turn.channel;
    const context = plainFlags(load<u8>(lastOf(point), At.flags));
    const model = modelAt(tableOf(tables, channel) + 4 * context, 64);
    const flags = codeSymbol<D>(model, plainFlags(load<u8>(record, At.flags)));
    if (!isEncoding<D>()) store<u8>(record, flagsByte(flags, channel), At.flags);
  }
}

/** Codes the user data of all points but the first, with the last as context. */
export function codeUserData<D>(): void {
  const tables = channelTable();
  for (let point: u32 = 1; point < count; point++) {
    if (isEncoding<D>()) makeRoom();
    const record = records + point * stride;
    const context = <u32>load<u8>(lastOf(point), At.userData) >> 2;
    const model = modelAt(tableOf(tables, turnOf(point) & Turn.channel) + 4 * context, 256);
    const number = codeSymbol<D>(model, load<u8>(record, At.userData));
    if (!isEncoding<D>()) store<u8>(record, number, At.userData);
  }
}

/** Models of a channel. */
const enum Intensities {
  integers = 0,
  /** The last one by kind of return, with and without a change of time, u16. */
  lasts = 4,
  SIZE = 20,
}

function createIntensities(intensity: u16): usize {
  const intensities = allocate(Intensities.SIZE);
  store<u32>(intensities, <u32>createIntegers(16, 4), Intensities.integers);
  for (let kind: usize = 0; kind < 8; kind++) store<u16>(intensities + 2 * kind, intensity, Intensities.lasts);
  return intensities;
}

/** Codes the intensity of all points but the first, predicted by the last one of the same kind of return. */
export function codeIntensities<D>(): void {
  const intensitiesOf = channelTable();
  store<u32>(intensitiesOf + 4 * channelOf(records), <u32>createIntensities(load<u16>(records, At.intensity)));
  for (let point: u32 = 1; point < count; point++) {
    if (isEncoding<D>()) makeRoom();
    const record = records + point * stride;
    const turn = turnOf(point);
    const place = intensitiesOf + 4 * (turn & Turn.channel);
    if (turn & Turn.isNew) store<u32>(place, <u32>createIntensities(load<u16>(lastOf(point), At.intensity)));
    const intensities: usize = load<u32>(place);
    const kind: u32 = (turn & Turn.isFirst ? 2 : 0) | (turn & Turn.isLast ? 1 : 0);
    const last = intensities + 2 * ((kind << 1) | (turn & Turn.time ? 1 : 0));
    const integers: usize = load<u32>(intensities, Intensities.integers);
    const number = codeInteger<D>(integers, load<u16>(last, Intensities.lasts), load<u16>(record, At.intensity), kind);
    store<u16>(last, number, Intensities.lasts);
    if (!isEncoding<D>()) store<u16>(record, number, At.intensity);
  }
}

/** Integers of a channel, made on first use. */
// @ts-ignore: decorator
@inline
function integersOf(tables: usize, channel: u32, contexts: u32): usize {
  const at = tables + 4 * channel;
  if (load<u32>(at) == 0) store<u32>(at, <u32>createIntegers(16, contexts));
  return load<u32>(at);
}

/** Codes the scan angles that have changed. */
export function codeScanAngles<D>(): void {
  const tables = channelTable();
  for (let point: u32 = 1; point < count; point++) {
    if (isEncoding<D>()) makeRoom();
    const record = records + point * stride;
    const turn = turnOf(point);
    const last = <i32>load<i16>(lastOf(point), At.scanAngle);
    let angle = last;
    if (turn & Turn.angle) {
      const integers = integersOf(tables, turn & Turn.channel, 2);
      angle = codeInteger<D>(integers, last, load<i16>(record, At.scanAngle), turn & Turn.time ? 1 : 0);
    }
    if (!isEncoding<D>()) store<u16>(record, angle, At.scanAngle);
  }
}

/** Codes the point sources that have changed. */
export function codePointSources<D>(): void {
  const tables = channelTable();
  for (let point: u32 = 1; point < count; point++) {
    if (isEncoding<D>()) makeRoom();
    const record = records + point * stride;
    const turn = turnOf(point);
    const last = <i32>load<u16>(lastOf(point), At.pointSource);
    let source = last;
    if (turn & Turn.source) {
      const integers = integersOf(tables, turn & Turn.channel, 1);
      source = codeInteger<D>(integers, last, load<u16>(record, At.pointSource), 0);
    }
    if (!isEncoding<D>()) store<u16>(record, source, At.pointSource);
  }
}
