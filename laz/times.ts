// The layer of GPS times. The bits of a time are an integer; its difference from the last time is coded as a multiple
// of the previous difference, since pulses have a constant rate. A channel follows four sequences of times at once.

import { codeInteger, createIntegers } from './integers';
import { markDamage } from './decoder';
import { codePlain, codeSymbol, isEncoding } from './direction';
import { makeRoom } from './encoder';
import { allocateZeros } from './memory';
import { createModel } from './models';
import { At, channelOf, channelTable, count, lastOf, records, stride, Turn, turnOf } from './points';

/** Multiples of the last difference that have their own symbols: 0 to 500, −1 to −10. */
const MULTIPLE_MAX: i32 = 500;
const MULTIPLE_MIN: i32 = -10;
/** Symbols: multiples, then a new sequence, then one of the other three. */
const NEW_SEQUENCE: u32 = MULTIPLE_MAX - MULTIPLE_MIN + 1;
const SYMBOLS: u32 = NEW_SEQUENCE + 4;

/** Symbols where the last difference is 0: the difference itself, then a new sequence, then one of the other three. */
const DIFFERENCE: u32 = 0;
const NEW_AT_ZERO: u32 = 1;
const SYMBOLS_AT_ZERO: u32 = 5;

/** Contexts of the integers. */
const enum Context {
  difference = 0,
  same = 1,
  small = 2,
  large = 3,
  beyond = 4,
  negative = 5,
  negativeBeyond = 6,
  zero = 7,
  upper = 8,
  COUNT = 9,
}

const SEQUENCES: u32 = 4;
/** After this many differences that are not multiples, the last of them becomes the one to multiply. */
const STRAYS_MAX: i32 = 3;

/** Models of a channel, and its sequences. */
const enum Times {
  multiples = 0,
  atZero = 4,
  integers = 8,
  current = 12,
  newest = 16,
  differences = 20,
  strays = 36,
  times = 56,
  SIZE = 88,
}

function createTimes(time: i64): usize {
  const times = allocateZeros(Times.SIZE);
  store<u32>(times, <u32>createModel(SYMBOLS), Times.multiples);
  store<u32>(times, <u32>createModel(SYMBOLS_AT_ZERO), Times.atZero);
  store<u32>(times, <u32>createIntegers(32, Context.COUNT), Times.integers);
  store<i64>(times, time, Times.times);
  return times;
}

/** Codes the times that have changed. */
export function codeTimes<D>(): void {
  const timesOf = channelTable();
  store<u32>(timesOf + 4 * channelOf(records), <u32>createTimes(load<i64>(records, At.gpsTime)));
  for (let point: u32 = 1; point < count; point++) {
    if (isEncoding<D>()) makeRoom();
    const record = records + point * stride;
    const turn = turnOf(point);
    const place = timesOf + 4 * (turn & Turn.channel);
    const last = lastOf(point);
    if (turn & Turn.isNew) store<u32>(place, <u32>createTimes(load<i64>(last, At.gpsTime)));
    let time = load<i64>(last, At.gpsTime);
    if (turn & Turn.time) time = codeTime<D>(load<u32>(place), load<i64>(record, At.gpsTime));
    if (!isEncoding<D>()) store<i64>(record, time, At.gpsTime);
  }
}

// @ts-ignore: decorator
@inline
function isWord(difference: i64): bool {
  return difference == <i64><i32>difference;
}

// @ts-ignore: decorator
@inline
function timeOf(times: usize, sequence: u32): i64 {
  return load<i64>(times + 8 * sequence, Times.times);
}

/**
 * A sequence that the time continues is searched before a new one begins, so two symbols suffice. A damaged layer may
 * switch sequences endlessly: the number of switches is limited to that of the other sequences.
 */
function codeTime<D>(times: usize, time: i64): i64 {
  for (let steps: u32 = 0; ; steps++) {
    const current = load<u32>(times, Times.current);
    const lastDifference = load<i32>(times + 4 * current, Times.differences);
    const difference = time - timeOf(times, current);
    const first = lastDifference == 0 ? NEW_AT_ZERO : NEW_SEQUENCE;
    let symbol: u32 = 0;
    if (isEncoding<D>()) {
      if (!isWord(difference)) symbol = first + otherSequence(times, current, time);
      else symbol = lastDifference == 0 ? DIFFERENCE : multipleSymbol(<i32>difference, lastDifference);
    }
    symbol = codeSymbol<D>(load<u32>(times + (lastDifference == 0 ? Times.atZero : Times.multiples)), symbol);
    if (symbol > first && steps < SEQUENCES - 1) {
      store<u32>(times, (current + symbol - first) & (SEQUENCES - 1), Times.current);
      continue;
    }
    if (symbol > first) markDamage();
    if (symbol >= first) return beginSequence<D>(times, current, time);
    return continueSequence<D>(times, current, symbol, <i32>difference);
  }
}

/** Steps to another sequence that a time continues, 1 to 3; 0: there is none. */
function otherSequence(times: usize, current: u32, time: i64): u32 {
  for (let step: u32 = 1; step < SEQUENCES; step++)
    if (isWord(time - timeOf(times, (current + step) & (SEQUENCES - 1)))) return step;
  return 0;
}

const TWO_31: f32 = 2147483648;

/**
 * The symbol of the multiple nearest to a difference; a quotient beyond 32 bits counts as the lowest, as on Intel
 * processors.
 */
function multipleSymbol(difference: i32, last: i32): u32 {
  const quotient = <f32>difference / <f32>last;
  const rounded = quotient >= 0 ? quotient + 0.5 : quotient - 0.5;
  const multiple = rounded >= TWO_31 ? i32.MIN_VALUE : <i32>rounded;
  if (multiple >= 0) return min(multiple, MULTIPLE_MAX);
  return MULTIPLE_MAX - max(multiple, MULTIPLE_MIN);
}

/** The multiple of a symbol. */
// @ts-ignore: decorator
@inline
function multipleOf(symbol: i32): i32 {
  return symbol <= MULTIPLE_MAX ? symbol : MULTIPLE_MAX - symbol;
}

function contextOf(multiple: i32): u32 {
  if (multiple == 0) return Context.zero;
  if (multiple == 1) return Context.same;
  if (multiple < 0) return multiple > MULTIPLE_MIN ? Context.negative : Context.negativeBeyond;
  return multiple >= MULTIPLE_MAX ? Context.beyond : multiple < 10 ? Context.small : Context.large;
}

/** Codes a difference from the last time of the current sequence. Returns the time. */
function continueSequence<D>(times: usize, current: u32, symbol: u32, difference: i32): i64 {
  const integers: usize = load<u32>(times, Times.integers);
  const place = times + 4 * current;
  const last = load<i32>(place, Times.differences);
  const multiple = multipleOf(symbol);
  const context = last == 0 ? <u32>Context.difference : contextOf(multiple);
  difference = codeInteger<D>(integers, multiple * last, difference, context);
  let strays = load<i32>(place, Times.strays);
  if (context == Context.difference || context == Context.same) strays = 0;
  else if (context == Context.zero || context == Context.beyond || context == Context.negativeBeyond) strays++;
  if (last == 0 || strays > STRAYS_MAX) {
    store<i32>(place, difference, Times.differences);
    strays = 0;
  }
  store<i32>(place, strays, Times.strays);
  const time = timeOf(times, current) + difference;
  store<i64>(times + 8 * current, time, Times.times);
  return time;
}

/** Codes a time that continues no sequence: its upper half, predicted by that of the last one. Returns the time. */
function beginSequence<D>(times: usize, current: u32, time: i64): i64 {
  const last = <i32>(timeOf(times, current) >> 32);
  const upper = codeInteger<D>(load<u32>(times, Times.integers), last, <i32>(time >> 32), Context.upper);
  const lower = codePlain<D>(32, <u32>time);
  const newest = (load<u32>(times, Times.newest) + 1) & (SEQUENCES - 1);
  store<u32>(times, newest, Times.newest);
  store<u32>(times, newest, Times.current);
  store<i32>(times + 4 * newest, 0, Times.differences);
  store<i32>(times + 4 * newest, 0, Times.strays);
  const whole = (<i64>upper << 32) | <i64><u64>lower;
  store<i64>(times + 8 * newest, whole, Times.times);
  return whole;
}
