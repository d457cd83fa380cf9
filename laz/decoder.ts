// The arithmetic decoder of a layer (A. Said 2004; see models.ts). If a layer is damaged, it still reads no bytes
// beyond it and returns valid symbols.

import { BIT_BITS, BitModel, Model, SYMBOL_BITS, updateBitModel, updateModel } from './models';

const LENGTH_MIN: u32 = 1 << 24;
const PLAIN_BITS_MAX: u32 = 19;

let value: u32 = 0;
let length: u32 = 0;
let from: usize = 0;
let end: usize = 0;

/** Whether any layer since `clearDamage` had bytes that no encoder writes. */
export let damaged: bool = false;

export function clearDamage(): void {
  damaged = false;
}

/** Begins a layer of `bytes` bytes at `at`. */
export function beginDecoding(at: usize, bytes: usize): void {
  from = at;
  end = at + bytes;
  length = 0xffff_ffff;
  value = 0;
  for (let k = 0; k < 4; k++) value = (value << 8) | nextByte();
  if (value == length) markDamage();
}

/** Bytes behind the layer are 0. */
// @ts-ignore: decorator
@inline
function nextByte(): u32 {
  return from < end ? <u32>load<u8>(from++) : 0;
}

/** Records bytes that no encoder writes, and continues with a number within its interval. */
export function markDamage(): void {
  damaged = true;
  value = length - 1;
}

// @ts-ignore: decorator
@inline
function renormalise(): void {
  while (length < LENGTH_MIN) {
    value = (value << 8) | nextByte();
    length <<= 8;
  }
}

/** Returns the next symbol. */
export function decodeSymbol(model: usize): u32 {
  const symbols = load<u32>(model, Model.symbols);
  const unit = length >> SYMBOL_BITS;
  const place = value / unit;
  const size = load<u32>(model, Model.tableSize);
  let symbol: u32 = 0;
  if (size > 0) {
    const entry = min(place >> load<u32>(model, Model.tableShift), size - 1);
    symbol = load<u16>(model + 4 * symbols + 2 * entry, Model.distribution);
  }
  while (symbol + 1 < symbols && <u32>load<u16>(model + 2 * symbol, Model.distribution + 2) <= place) symbol++;
  const at = model + 2 * symbol;
  const low = <u32>load<u16>(at, Model.distribution) * unit;
  value -= low;
  length = (symbol + 1 == symbols ? length : <u32>load<u16>(at, Model.distribution + 2) * unit) - low;
  renormalise();
  const count = at + 2 * symbols;
  store<u16>(count, load<u16>(count, Model.distribution) + 1, Model.distribution);
  const left = load<u32>(model, Model.left) - 1;
  store<u32>(model, left, Model.left);
  if (left == 0) updateModel(model);
  return symbol;
}

/**
 * Decodes `count` symbols of a model of 256, each the difference of a byte from the one `stride` bytes before: the
 * first byte is at `at`. Equivalent to decodeSymbol for each, with the state of the coder in registers.
 */
export function decodeDifferences(model: usize, at: usize, stride: usize, count: u32): void {
  const table = model + Model.distribution + 4 * 256;
  const shift = load<u32>(model, Model.tableShift);
  const lastEntry = load<u32>(model, Model.tableSize) - 1;
  let left = load<u32>(model, Model.left);
  let number = value;
  let width = length;
  let next = from;
  let byte = <u32>load<u8>(at - stride);
  for (const last = at + count * stride; at < last; at += stride) {
    const unit = width >> SYMBOL_BITS;
    const place = number / unit;
    let symbol = <u32>load<u16>(table + 2 * min(place >> shift, lastEntry));
    while (symbol < 255 && <u32>load<u16>(model + 2 * symbol, Model.distribution + 2) <= place) symbol++;
    const entry = model + 2 * symbol;
    const low = <u32>load<u16>(entry, Model.distribution) * unit;
    number -= low;
    width = (symbol == 255 ? width : <u32>load<u16>(entry, Model.distribution + 2) * unit) - low;
    while (width < LENGTH_MIN) {
      number = (number << 8) | (next < end ? <u32>load<u8>(next++) : 0);
      width <<= 8;
    }
    store<u16>(entry, load<u16>(entry, Model.distribution + 512) + 1, Model.distribution + 512);
    if (--left == 0) {
      updateModel(model);
      left = load<u32>(model, Model.left);
    }
    byte = (byte + symbol) & 255;
    store<u8>(at, byte);
  }
  value = number;
  length = width;
  from = next;
  store<u32>(model, left, Model.left);
}

/** Returns the next bit. */
export function decodeBit(model: usize): u32 {
  const zero = load<u32>(model, BitModel.zero) * (length >> BIT_BITS);
  const bit = <u32>(value >= zero);
  if (bit) {
    value -= zero;
    length -= zero;
  } else {
    length = zero;
    store<u32>(model, load<u32>(model, BitModel.zeros) + 1, BitModel.zeros);
  }
  renormalise();
  const left = load<u32>(model, BitModel.left) - 1;
  store<u32>(model, left, BitModel.left);
  if (left == 0) updateBitModel(model);
  return bit;
}

/** Returns the next `bits` bits, up to 32, coded without a model. */
export function decodePlain(bits: u32): u32 {
  if (bits > PLAIN_BITS_MAX) {
    const lower = decodePlain(16);
    return lower | (decodePlain(bits - 16) << 16);
  }
  length >>= bits;
  let number = value / length;
  value -= number * length;
  if (number >> bits) {
    markDamage();
    number = 0;
  }
  renormalise();
  return number;
}
