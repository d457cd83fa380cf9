// The first layer of a point: the symbol of its changes, its channel, its returns, x and y; and the second, z.

import { codeInteger, correctionBits, createIntegers } from './integers';
import { codeSymbol, isEncoding } from './direction';
import { makeRoom } from './encoder';
import { addToMedian, createMedians, medianAt, medianOf } from './medians';
import { allocate, allocateZeros } from './memory';
import { createModel, createModels, modelBytes } from './models';
import {
  At,
  channelOf,
  channelTable,
  count,
  lastOf,
  lasts,
  records,
  returnOf,
  returnsOf,
  spreads,
  stride,
  Turn,
  turnOf,
  turns,
} from './points';
import { returnLevel, returnMap } from './returnTables';

/** Bits of the symbol of changes; its two lowest bits hold the change of the return number. */
const enum Change {
  returnNumber = 3,
  returns = 4,
  angle = 8,
  time = 16,
  source = 32,
  channel = 64,
}

/** Bits of the channel in the flags. */
const CHANNEL_BITS: u32 = 0x30;

const CHANGES: u32 = 128;
const CHANGE_CONTEXTS: u32 = 8;
const RETURNS: u32 = 16;
/** Steps of the return number within a pulse other than −1, 0, 1. */
const RETURN_STEPS: u32 = 13;
const MEDIANS: usize = 12;

/** Models of a channel. */
const enum Places {
  changes = 0,
  channel = 4,
  returnStep = 8,
  x = 12,
  y = 16,
  xMedians = 20,
  yMedians = 24,
  /** Models by the last value, made on first use. */
  returns = 28,
  returnNumber = 92,
  SIZE = 156,
}

function createPlaces(): usize {
  const places = allocateZeros(Places.SIZE);
  store<u32>(places, <u32>createModels(CHANGE_CONTEXTS, CHANGES), Places.changes);
  store<u32>(places, <u32>createModel(3), Places.channel);
  store<u32>(places, <u32>createModel(RETURN_STEPS), Places.returnStep);
  store<u32>(places, <u32>createIntegers(32, 2), Places.x);
  store<u32>(places, <u32>createIntegers(32, 22), Places.y);
  store<u32>(places, <u32>createMedians(MEDIANS), Places.xMedians);
  store<u32>(places, <u32>createMedians(MEDIANS), Places.yMedians);
  return places;
}

/** Returns the model at `at`, made on first use. */
export function modelAt(at: usize, symbols: u32): usize {
  if (load<u32>(at) == 0) store<u32>(at, <u32>createModel(symbols));
  return load<u32>(at);
}

/** Codes channel, returns, x and y of all points but the first, and keeps the data that other layers need. */
export function codePlaces<D>(): void {
  const placesOf = channelTable();
  const lastInChannel = channelTable();
  let channel = channelOf(records);
  store<u32>(placesOf + 4 * channel, <u32>createPlaces());
  store<u32>(lastInChannel + 4 * channel, <u32>records);
  store<u32>(lasts, <u32>records);
  store<u8>(turns, channel | Turn.isNew | pulseTurn(records));
  for (let point: u32 = 1; point < count; point++) {
    if (isEncoding<D>()) makeRoom();
    const record = records + point * stride;
    const before = record - stride;
    let places: usize = load<u32>(placesOf + 4 * channel);
    let next = isEncoding<D>() ? channelOf(record) : channel;
    let last: usize = 0;
    let change: u32 = 0;
    if (isEncoding<D>()) {
      last = load<u32>(lastInChannel + 4 * next);
      if (last == 0) last = before;
      change = changeOf(record, last) | (next == channel ? 0 : Change.channel);
    }
    const model = load<u32>(places, Places.changes) + changeContext(before, turnOf(point - 1)) * modelBytes(CHANGES);
    change = codeSymbol<D>(model, change);
    let turn: u32 = 0;
    if (change & Change.channel) {
      const step = codeSymbol<D>(load<u32>(places, Places.channel), ((next - channel) & 3) - 1);
      if (!isEncoding<D>()) next = (channel + step + 1) & 3;
      channel = next;
      if (load<u32>(placesOf + 4 * channel) == 0) {
        store<u32>(placesOf + 4 * channel, <u32>createPlaces());
        turn = Turn.isNew;
      }
      places = load<u32>(placesOf + 4 * channel);
    }
    if (!isEncoding<D>()) {
      last = load<u32>(lastInChannel + 4 * channel);
      if (last == 0) last = before;
      store<u8>(record, (load<u8>(records, At.flags) & ~CHANNEL_BITS) | (channel << 4), At.flags);
    }
    codeReturns<D>(places, record, last, change);
    codeXY<D>(places, record, last, (change & Change.time) != 0, point);
    if (change & Change.time) turn |= Turn.time;
    if (change & Change.angle) turn |= Turn.angle;
    if (change & Change.source) turn |= Turn.source;
    store<u8>(turns + point, channel | turn | pulseTurn(record));
    store<u32>(lasts + 4 * point, <u32>last);
    store<u32>(lastInChannel + 4 * channel, <u32>record);
  }
}

/** Whether a return is the first and the last of its pulse. */
function pulseTurn(record: usize): u32 {
  const number = returnOf(record);
  return (number == 1 ? Turn.isFirst : 0) | (number >= returnsOf(record) ? Turn.isLast : 0);
}

/**
 * Facts of the previous point: whether it is the first of all, the last of its pulse, and whether its time had changed.
 */
// @ts-ignore: decorator
@inline
function changeContext(before: usize, turn: u32): u32 {
  return (turn & Turn.isFirst ? 1 : 0) | (turn & Turn.isLast ? 2 : 0) | (turn & Turn.time ? 4 : 0);
}

/**
 * LASzip compares numbers, by which NaN differs from itself; here −0 also differs from 0, since its bits would be lost.
 */
function timesDiffer(record: usize, last: usize): bool {
  return (
    load<f64>(record, At.gpsTime) != load<f64>(last, At.gpsTime) ||
    load<i64>(record, At.gpsTime) != load<i64>(last, At.gpsTime)
  );
}

/** Changes from the last point of the channel; if it has none yet, from that of another channel. */
function changeOf(record: usize, last: usize): u32 {
  let change: u32 = 0;
  if (load<u16>(record, At.pointSource) != load<u16>(last, At.pointSource)) change |= Change.source;
  if (timesDiffer(record, last)) change |= Change.time;
  if (load<u16>(record, At.scanAngle) != load<u16>(last, At.scanAngle)) change |= Change.angle;
  if (returnsOf(record) != returnsOf(last)) change |= Change.returns;
  const step = (returnOf(record) - returnOf(last)) & (RETURNS - 1);
  return change | (step == 0 ? 0 : step == 1 ? 1 : step == RETURNS - 1 ? 2 : 3);
}

function codeReturns<D>(places: usize, record: usize, last: usize, change: u32): void {
  const lastReturns = returnsOf(last);
  const lastNumber = returnOf(last);
  let returns = isEncoding<D>() ? returnsOf(record) : lastReturns;
  if (change & Change.returns)
    returns = codeSymbol<D>(modelAt(places + Places.returns + 4 * lastReturns, RETURNS), returns);
  let number = isEncoding<D>() ? returnOf(record) : 0;
  const step = change & Change.returnNumber;
  if (step < 3) number = (lastNumber + (step == 2 ? RETURNS - 1 : step)) & (RETURNS - 1);
  else if (change & Change.time)
    number = codeSymbol<D>(modelAt(places + Places.returnNumber + 4 * lastNumber, RETURNS), number);
  else {
    const model: usize = load<u32>(places, Places.returnStep);
    number = (lastNumber + 2 + codeSymbol<D>(model, (number - lastNumber - 2) & (RETURNS - 1))) & (RETURNS - 1);
  }
  if (!isEncoding<D>()) store<u8>(record, (returns << 4) | number, At.returns);
}

/**
 * Steps from the last point of the channel, predicted by the medians of those at the same return with or
 * without a change of time.
 */
function codeXY<D>(places: usize, record: usize, last: usize, hasNewTime: bool, point: u32): void {
  const returns = returnsOf(record);
  const single: u32 = returns == 1 ? 1 : 0;
  const kind = (returnMap(returns, returnOf(record)) << 1) | (hasNewTime ? 1 : 0);
  codeStep<D>(load<u32>(places, Places.x), medianAt(load<u32>(places, Places.xMedians), kind), record, last, single);
  const xBits = correctionBits;
  const yContext = single + (xBits < 20 ? xBits & ~1 : 20);
  const yMedian = medianAt(load<u32>(places, Places.yMedians), kind);
  codeStep<D>(load<u32>(places, Places.y), yMedian, record + At.y, last + At.y, yContext);
  store<u8>(spreads + point, (xBits + correctionBits) >> 1);
}

// @ts-ignore: decorator
@inline
function codeStep<D>(integers: usize, median: usize, at: usize, lastAt: usize, context: u32): void {
  const from = load<i32>(lastAt);
  const step = codeInteger<D>(integers, medianOf(median), isEncoding<D>() ? load<i32>(at) - from : 0, context);
  addToMedian(median, step);
  if (!isEncoding<D>()) store<i32>(at, from + step);
}

const LEVELS: usize = 8;

/** Models of a channel. */
const enum Heights {
  z = 0,
  /** The last z by the level of the return in its pulse. */
  levels = 4,
  SIZE = 36,
}

function createHeights(z: i32): usize {
  const heights = allocate(Heights.SIZE);
  store<u32>(heights, <u32>createIntegers(32, 20), Heights.z);
  for (let level: usize = 0; level < LEVELS; level++) store<i32>(heights + 4 * level, z, Heights.levels);
  return heights;
}

/** Codes z of all points but the first. */
export function codeHeights<D>(): void {
  const heightsOf = channelTable();
  store<u32>(heightsOf + 4 * channelOf(records), <u32>createHeights(load<i32>(records, At.z)));
  for (let point: u32 = 1; point < count; point++) {
    if (isEncoding<D>()) makeRoom();
    const record = records + point * stride;
    const turn = turnOf(point);
    const place = heightsOf + 4 * (turn & Turn.channel);
    if (turn & Turn.isNew) store<u32>(place, <u32>createHeights(load<i32>(lastOf(point), At.z)));
    const heights: usize = load<u32>(place);
    const returns = returnsOf(record);
    const spread = <u32>load<u8>(spreads + point);
    const level = heights + 4 * returnLevel(returns, returnOf(record));
    const context = (returns == 1 ? 1 : 0) + (spread < 18 ? spread & ~1 : 18);
    const z = codeInteger<D>(
      load<u32>(heights, Heights.z), load<i32>(level, Heights.levels), load<i32>(record, At.z), context,
    );
    store<i32>(level, z, Heights.levels);
    if (!isEncoding<D>()) store<i32>(record, z, At.z);
  }
}
