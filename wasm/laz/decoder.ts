// The arithmetic decoder of a layer (A. Said 2004; see models.ts). Whatever the bytes of a damaged layer are, it reads none beyond them
// and returns symbols that exist.

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

/** Behind the layer there is 0. */
// @ts-ignore: decorator
@inline
function nextByte(): u32 {
  return from < end ? <u32>load<u8>(from++) : 0;
}

/** Goes on with a number that lies within its interval. */
function markDamage(): void {
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
  let above = symbols;
  if (size > 0) {
    const table = model + 4 * symbols + 2 * min(place >> load<u32>(model, Model.tableShift), size);
    symbol = load<u16>(table, Model.distribution);
    above = <u32>load<u16>(table, Model.distribution + 2) + 1;
  }
  while (above > symbol + 1) {
    const middle = (symbol + above) >> 1;
    if (<u32>load<u16>(model + 2 * middle, Model.distribution) > place) above = middle;
    else symbol = middle;
  }
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

/** Returns the next `bits` bits, up to 32, that were coded without a model. */
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
