// The layers of colours and near infrared. A symbol states the bytes that have changed; each of them follows, green
// predicted by the change of red, blue by those of both.

import { codeSymbol, isEncoding } from './direction';
import { makeRoom } from './encoder';
import { allocate } from './memory';
import { createModel, createModels, modelBytes } from './models';
import { channelOf, channelTable, count, records, stride } from './points';
import { isNewSlot, lastRecordOf, slotOf } from './slots';

/** Bits of the symbol: lower and upper byte of red, green, blue; and whether they differ from each other. */
const CHANGES: u32 = 128;
const IS_COLOURED: u32 = 64;

/** Models of a channel: of the symbol, and of the differences of the bytes. */
const enum Colours {
  changes = 0,
  differences = 4,
  SIZE = 8,
}

function createColours(changes: u32, bytes: u32): usize {
  const colours = allocate(Colours.SIZE);
  store<u32>(colours, <u32>createModel(changes), Colours.changes);
  store<u32>(colours, <u32>createModels(bytes, 256), Colours.differences);
  return colours;
}

/** The models of a point, made on first use. */
// @ts-ignore: decorator
@inline
function coloursOf(tables: usize, point: u32, changes: u32, bytes: u32): usize {
  const place = tables + 4 * slotOf(point);
  if (isNewSlot(point)) store<u32>(place, <u32>createColours(changes, bytes));
  return load<u32>(place);
}

// @ts-ignore: decorator
@inline
function byteAt(at: usize, byte: usize): i32 {
  return <i32>load<u8>(at + byte);
}

/** Bits of bytes that differ. */
function changedBytes(at: usize, last: usize, bytes: u32): u32 {
  let changes: u32 = 0;
  for (let byte: u32 = 0; byte < bytes; byte++) if (byteAt(at, byte) != byteAt(last, byte)) changes |= 1 << byte;
  return changes;
}

// @ts-ignore: decorator
@inline
function isColoured(at: usize): bool {
  const red = load<u16>(at);
  return red != load<u16>(at, 2) || red != load<u16>(at, 4);
}

/** Whether the layer of colours at offset `at` has any nonzero symbol. */
export function hasColours(at: usize): bool {
  for (let point: u32 = 1; point < count; point++) {
    const colour = records + point * stride + at;
    if (isColoured(colour) || changedBytes(colour, lastRecordOf(point) + at, 6) != 0) return true;
  }
  return false;
}

/** Codes the colours at offset `at` of all points but the first. */
export function codeColours<D>(at: usize): void {
  const tables = channelTable();
  store<u32>(tables + 4 * channelOf(records), <u32>createColours(CHANGES, 6));
  for (let point: u32 = 1; point < count; point++) {
    if (isEncoding<D>()) makeRoom();
    const colour = records + point * stride + at;
    codeColour<D>(coloursOf(tables, point, CHANGES, 6), colour, lastRecordOf(point) + at);
  }
}

function codeColour<D>(colours: usize, colour: usize, last: usize): void {
  let changes: u32 = 0;
  if (isEncoding<D>()) changes = changedBytes(colour, last, 6) | (isColoured(colour) ? IS_COLOURED : 0);
  changes = codeSymbol<D>(load<u32>(colours, Colours.changes), changes);
  const models: usize = load<u32>(colours, Colours.differences);
  for (let half: u32 = 0; half < 2; half++) codeByte<D>(models, changes, half, colour, last, 0);
  if (changes & IS_COLOURED)
    for (let half: u32 = 0; half < 2; half++) {
      const red = byteAt(colour, half) - byteAt(last, half);
      codeByte<D>(models, changes, 2 + half, colour, last, red);
      const green = byteAt(colour, 2 + half) - byteAt(last, 2 + half);
      codeByte<D>(models, changes, 4 + half, colour, last, (red + green) / 2);
    }
  else if (!isEncoding<D>()) {
    store<u16>(colour, load<u16>(colour), 2);
    store<u16>(colour, load<u16>(colour), 4);
  }
}

/** Codes a byte if it has changed: its difference from the last one plus the expected change `step`. */
// @ts-ignore: decorator
@inline
function codeByte<D>(models: usize, changes: u32, byte: u32, colour: usize, last: usize, step: i32): void {
  const before = byteAt(last, byte);
  let value = before;
  if (changes & (1 << byte)) {
    const expected = min(max(before + step, 0), 255);
    value = expected + codeSymbol<D>(models + byte * modelBytes(256), (byteAt(colour, byte) - expected) & 255);
  }
  if (!isEncoding<D>()) store<u8>(colour + byte, value);
}

/** Codes the near infrared at offset `at` of all points but the first. */
export function codeInfrared<D>(at: usize): void {
  const tables = channelTable();
  store<u32>(tables + 4 * channelOf(records), <u32>createColours(4, 2));
  for (let point: u32 = 1; point < count; point++) {
    if (isEncoding<D>()) makeRoom();
    const colours = coloursOf(tables, point, 4, 2);
    const infrared = records + point * stride + at;
    const last = lastRecordOf(point) + at;
    const changes = codeSymbol<D>(
      load<u32>(colours, Colours.changes), isEncoding<D>() ? changedBytes(infrared, last, 2) : 0,
    );
    const models: usize = load<u32>(colours, Colours.differences);
    for (let half: u32 = 0; half < 2; half++) codeByte<D>(models, changes, half, infrared, last, 0);
  }
}
