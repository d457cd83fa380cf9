// The arithmetic encoder of a layer (A. Said 2004; see models.ts). The description of a point takes notes of the
// numbers to code, each with its model; `encodeNotes` codes all of them in one loop, with the state of the coder in
// registers.

import { allocate } from './memory';
import { BIT_BITS, BitModel, Model, SYMBOL_BITS, updateBitModel, updateModel } from './models';

const LENGTH_MIN: u32 = 1 << 24;

/**
 * Kind of a note, in the lower bits of its model's address. Plain bits have no model: their number takes the place of
 * the address.
 */
const enum Kind {
  symbol = 0,
  bit = 1,
  plain = 2,
}

const KIND_BITS: u32 = 2;
const KIND_MASK: u32 = 3;

/** Maximum bits coded at once without a model. */
const PLAIN_BITS_MAX: u32 = 19;

const NOTE_BYTES: usize = 8;
/** Notes of a layer between two calls of `encodeNotes`: they stay in the second cache. */
const NOTES_MAX: u32 = 8192;
/** Upper bound of a point's notes in a layer: its waveform packet takes 29. */
const NOTES_OF_POINT: u32 = 32;

let notes: usize = 0;
let note: usize = 0;
let full: usize = 0;

let base: u32 = 0;
let length: u32 = 0;
let out: usize = 0;

/** Allocates memory for notes, once a chunk. */
export function prepareEncoder(): void {
  notes = allocate(NOTES_MAX * NOTE_BYTES);
  full = notes + (NOTES_MAX - NOTES_OF_POINT) * NOTE_BYTES;
}

/** Begins a layer at `at`. */
export function beginEncoding(at: usize): void {
  base = 0;
  length = 0xffff_ffff;
  out = at;
  note = notes;
}

/** Takes note of a symbol and its model. */
// @ts-ignore: decorator
@inline
export function noteSymbol(model: usize, symbol: u32): void {
  store<u32>(note, <u32>model);
  store<u32>(note, symbol, 4);
  note += NOTE_BYTES;
}

/** Takes note of a bit and its model. */
// @ts-ignore: decorator
@inline
export function noteBit(model: usize, bit: u32): void {
  store<u32>(note, <u32>model | Kind.bit);
  store<u32>(note, bit, 4);
  note += NOTE_BYTES;
}

/** Takes note of the lower `bits` bits of a number, up to 32, without a model. */
export function notePlain(bits: u32, value: u32): void {
  if (bits > PLAIN_BITS_MAX) {
    notePlain(16, value & 0xffff);
    value >>= 16;
    bits -= 16;
  }
  store<u32>(note, (bits << KIND_BITS) | Kind.plain);
  store<u32>(note, value, 4);
  note += NOTE_BYTES;
}

/** Makes room for the notes of another point. */
// @ts-ignore: decorator
@inline
export function makeRoom(): void {
  if (note >= full) encodeNotes();
}

/** Adds 1 to the number that ends before `end`. */
export function carry(end: usize): void {
  let at = end - 1;
  while (load<u8>(at) == 0xff) store<u8>(at--, 0);
  store<u8>(at, load<u8>(at) + 1);
}

/** Codes all notes. */
export function encodeNotes(): void {
  let low = base;
  let width = length;
  let to = out;
  const end = note;
  for (let at = notes; at < end; at += NOTE_BYTES) {
    const head = load<u32>(at);
    const value = load<u32>(at, 4);
    const before = low;
    const kind = head & KIND_MASK;
    if (kind == Kind.symbol) {
      const model: usize = head;
      const count = model + 2 * (load<u32>(model, Model.symbols) + value);
      const place = model + 2 * value;
      const from = <u32>load<u16>(place, Model.distribution);
      const unit = width >> SYMBOL_BITS;
      low += from * unit;
      // The last symbol takes the remainder of rounding.
      width = value + 1 == load<u32>(model, Model.symbols)
        ? width - from * unit
        : (<u32>load<u16>(place, Model.distribution + 2) - from) * unit;
      store<u16>(count, load<u16>(count, Model.distribution) + 1, Model.distribution);
      const left = load<u32>(model, Model.left) - 1;
      store<u32>(model, left, Model.left);
      if (left == 0) updateModel(model);
    } else if (kind == Kind.plain) {
      width >>= head >> KIND_BITS;
      low += value * width;
    } else {
      const model: usize = head & ~KIND_MASK;
      const zero = load<u32>(model, BitModel.zero) * (width >> BIT_BITS);
      if (value == 0) {
        width = zero;
        store<u32>(model, load<u32>(model, BitModel.zeros) + 1, BitModel.zeros);
      } else {
        low += zero;
        width -= zero;
      }
      const left = load<u32>(model, BitModel.left) - 1;
      store<u32>(model, left, BitModel.left);
      if (left == 0) updateBitModel(model);
    }
    if (low < before) carry(to);
    while (width < LENGTH_MIN) {
      store<u8>(to++, low >> 24);
      low <<= 8;
      width <<= 8;
    }
  }
  base = low;
  length = width;
  out = to;
  note = notes;
}

/** Ends the layer; returns the end of its bytes. The number is followed by the zeros that a decoder reads ahead. */
export function endEncoding(): usize {
  encodeNotes();
  const before = base;
  const isLong = length > 2 * LENGTH_MIN;
  base += isLong ? LENGTH_MIN : LENGTH_MIN >> 1;
  length = isLong ? LENGTH_MIN >> 1 : LENGTH_MIN >> 9;
  if (base < before) carry(out);
  do {
    store<u8>(out++, base >> 24);
    base <<= 8;
    length <<= 8;
  } while (length < LENGTH_MIN);
  const zeros: usize = isLong ? 3 : 2;
  memory.fill(out, 0, zeros);
  return out + zeros;
}
