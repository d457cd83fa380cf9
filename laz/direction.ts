// One description of a point for both directions. Each describing function is generic over the direction, Encode or
// Decode, which the compiler knows. When encoding, it returns the number it is given; when decoding, it ignores its
// argument and returns the decoded number.

import { decodeBit, decodePlain, decodeSymbol } from './decoder';
import { noteBit, notePlain, noteSymbol } from './encoder';

export type Encode = u8;
export type Decode = u16;

// @ts-ignore: decorator
@inline
export function isEncoding<D>(): bool {
  return sizeof<D>() == sizeof<Encode>();
}

// @ts-ignore: decorator
@inline
export function codeSymbol<D>(model: usize, symbol: u32): u32 {
  if (!isEncoding<D>()) return decodeSymbol(model);
  noteSymbol(model, symbol);
  return symbol;
}

// @ts-ignore: decorator
@inline
export function codeBit<D>(model: usize, bit: u32): u32 {
  if (!isEncoding<D>()) return decodeBit(model);
  noteBit(model, bit);
  return bit;
}

/** Bits without a model. */
// @ts-ignore: decorator
@inline
export function codePlain<D>(bits: u32, value: u32): u32 {
  if (!isEncoding<D>()) return decodePlain(bits);
  notePlain(bits, value);
  return value;
}
