// One description of a point for both directions. Each function that describes is generic over the direction, Encode or
// Decode, which the compiler knows: when encoding, a number goes in and comes back as it is; when decoding, whatever
// goes in, the decoded one comes back.

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
