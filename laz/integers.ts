// Integers as corrections of a prediction: the number of bits of a correction is a symbol, its upper 8 bits are
// another, the rest is plain. Isenburg 2013; LASzip, design/specification.rst.

import { codeBit, codePlain, codeSymbol, isEncoding } from './direction';
import { allocate } from './memory';
import { createBitModel, createModel, createModels, modelBytes } from './models';

/** Number of upper bits of a correction that have a model. */
const MODELLED_BITS: u32 = 8;

/** Models of integers: of their lengths by context, of a correction of 0 or 1, and of the upper bits by length. */
const enum Integers {
  lengths = 0,
  lengthBytes = 4,
  isWord = 8,
  bit = 12,
  corrections = 16,
}

/** Bits of the last correction. */
export let correctionBits: u32 = 0;

/** Returns new models for integers of 16 or 32 bits with this number of contexts. */
export function createIntegers(bits: u32, contexts: u32): usize {
  const integers = allocate(Integers.corrections + 4 * (bits + 1));
  store<u32>(integers, <u32>createModels(contexts, bits + 1), Integers.lengths);
  store<u32>(integers, <u32>modelBytes(bits + 1), Integers.lengthBytes);
  store<u32>(integers, bits == 32 ? 1 : 0, Integers.isWord);
  store<u32>(integers, <u32>createBitModel(), Integers.bit);
  for (let k: u32 = 1; k <= bits; k++)
    store<u32>(integers + 4 * k, <u32>createModel(1 << min(k, MODELLED_BITS)), Integers.corrections);
  return integers;
}

/** Codes a number; numbers of 16 bits come back without a sign. */
export function codeInteger<D>(integers: usize, predicted: i32, number: i32, context: u32): i32 {
  const isWord = load<u32>(integers, Integers.isWord) != 0;
  const lengths = load<u32>(integers, Integers.lengths) + context * load<u32>(integers, Integers.lengthBytes);
  if (isEncoding<D>()) {
    const difference = number - predicted;
    codeCorrection<D>(integers, lengths, isWord ? difference : (difference << 16) >> 16);
    return number;
  }
  const sum = predicted + codeCorrection<D>(integers, lengths, 0);
  return isWord ? sum : sum & 0xffff;
}

/** A correction of k bits is one of −2ᵏ + 1 … −2ᵏ⁻¹ and 2ᵏ⁻¹ + 1 … 2ᵏ, numbered from 0. */
// @ts-ignore: decorator
@inline
function codeCorrection<D>(integers: usize, lengths: usize, correction: i32): i32 {
  const bits = codeSymbol<D>(
    lengths, isEncoding<D>() ? 32 - clz<i32>(correction > 0 ? correction - 1 : -correction) : 0,
  );
  correctionBits = bits;
  if (bits == 0) return codeBit<D>(load<u32>(integers, Integers.bit), correction);
  if (bits == 32) return i32.MIN_VALUE;
  const model: usize = load<u32>(integers + 4 * bits, Integers.corrections);
  let place = correction > 0 ? correction - 1 : correction + ((1 << bits) - 1);
  if (bits <= MODELLED_BITS) place = codeSymbol<D>(model, place);
  else {
    const rest = bits - MODELLED_BITS;
    const upper = codeSymbol<D>(model, place >> rest);
    place = (upper << rest) | codePlain<D>(rest, place & ((1 << rest) - 1));
  }
  return place >= 1 << (bits - 1) ? place + 1 : place - ((1 << bits) - 1);
}
