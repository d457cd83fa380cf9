// Adaptive models of the arithmetic coder: counts of the symbols, and the distribution derived from them, updated now
// and then. A. Said (2004), "Introduction to arithmetic coding – theory and practice", HP Labs HPL-2004-76, in LASzip's
// variant (Isenburg 2013, "LASzip: lossless compression of LiDAR data", PE&RS 79(2)). Counts and distributions need no
// more than 16 bits.

import { allocate } from './memory';

/** Bits of a distribution, and the number of symbols at which counts are halved. */
export const SYMBOL_BITS: u32 = 15;
const SYMBOLS_MAX: u32 = 1 << SYMBOL_BITS;

export const BIT_BITS: u32 = 13;
const BITS_MAX: u32 = 1 << BIT_BITS;

/**
 * A model of symbols. Behind it: its distribution, its counts, and a table that finds symbols
 * quickly when decoding, u16 each.
 */
export const enum Model {
  symbols = 0,
  /** Sum of all counts. */
  total = 4,
  /** Symbols between two updates, and until the next one. */
  cycle = 8,
  left = 12,
  /**
   * Length of the decoding table, and the shift that converts a value of the distribution to its index; 0: there is
   * none.
   */
  tableSize = 16,
  tableShift = 20,
  distribution = 24,
}

/** Models of up to this number of symbols are decoded without a table. */
const UNTABLED_SYMBOLS: u32 = 16;

/** Whether models get tables for decoding. */
let decoding: bool = false;

/** Sets the direction for which new models are made. */
export function prepareModels(forDecoding: bool): void {
  decoding = forDecoding;
}

/** Returns the bits of the decoding table of this number of symbols: four to eight entries a symbol. */
function tableBitsOf(symbols: u32): u32 {
  return min(32 - clz<u32>(symbols) + 2, 11);
}

const hasTable = (symbols: u32): bool => decoding && symbols > UNTABLED_SYMBOLS;

/** Returns the bytes of a model of this number of symbols. */
export function modelBytes(symbols: u32): usize {
  const table: usize = hasTable(symbols) ? <usize>2 << tableBitsOf(symbols) : 0;
  return (Model.distribution + 4 * symbols + table + 3) & ~3;
}

/** Returns a new model of this number of symbols, all equally probable. */
export function createModel(symbols: u32): usize {
  return createModels(1, symbols);
}

/** Returns `count` new models, one behind the other, each of `modelBytes(symbols)`. */
export function createModels(count: u32, symbols: u32): usize {
  const bytes = modelBytes(symbols);
  const first = allocate(count * bytes);
  startModel(first, symbols);
  for (let k: u32 = 1; k < count; k++) memory.copy(first + k * bytes, first, bytes);
  return first;
}

function startModel(model: usize, symbols: u32): void {
  const bits = hasTable(symbols) ? tableBitsOf(symbols) : 0;
  store<u32>(model, symbols, Model.symbols);
  store<u32>(model, 0, Model.total);
  store<u32>(model, symbols, Model.cycle);
  store<u32>(model, bits > 0 ? 1 << bits : 0, Model.tableSize);
  store<u32>(model, SYMBOL_BITS - bits, Model.tableShift);
  const counts = model + Model.distribution + 2 * symbols;
  for (let k: u32 = 0; k < symbols; k++) store<u16>(counts + 2 * k, 1);
  updateModel(model);
  const cycle = (symbols + 6) >> 1;
  store<u32>(model, cycle, Model.cycle);
  store<u32>(model, cycle, Model.left);
}

/** Recomputes the distribution from the counts, and schedules the next update. */
export function updateModel(model: usize): void {
  const symbols = load<u32>(model, Model.symbols);
  const cycle = load<u32>(model, Model.cycle);
  const counts = model + Model.distribution + 2 * symbols;
  let total = load<u32>(model, Model.total) + cycle;
  if (total > SYMBOLS_MAX) total = halveCounts(counts, symbols);
  store<u32>(model, total, Model.total);
  const scale = <u32>0x80000000 / total;
  let sum: u32 = 0;
  for (let k: u32 = 0; k < symbols; k++) {
    store<u16>(model + 2 * k, (scale * sum) >> (31 - SYMBOL_BITS), Model.distribution);
    sum += load<u16>(counts + 2 * k);
  }
  if (load<u32>(model, Model.tableSize) > 0) updateTable(model, symbols);
  const next = min((5 * cycle) >> 2, (symbols + 6) << 3);
  store<u32>(model, next, Model.cycle);
  store<u32>(model, next, Model.left);
}

/** Halves the counts, and returns their sum. */
function halveCounts(counts: usize, symbols: u32): u32 {
  let total: u32 = 0;
  for (let k: u32 = 0; k < symbols; k++) {
    const half = (<u32>load<u16>(counts + 2 * k) + 1) >> 1;
    store<u16>(counts + 2 * k, half);
    total += half;
  }
  return total;
}

/** Entry t is the symbol whose part of the distribution contains t, in steps of the table. */
function updateTable(model: usize, symbols: u32): void {
  const size = load<u32>(model, Model.tableSize);
  const shift = load<u32>(model, Model.tableShift);
  const table = model + Model.distribution + 4 * symbols;
  const rest = (<u32>1 << shift) - 1;
  let entry: u32 = 0;
  for (let k: u32 = 1; k < symbols; k++) {
    const first = (<u32>load<u16>(model + 2 * k, Model.distribution) + rest) >> shift;
    while (entry < first) store<u16>(table + 2 * entry++, k - 1);
  }
  while (entry < size) store<u16>(table + 2 * entry++, symbols - 1);
}

/** A model of a bit. */
export const enum BitModel {
  /** Probability of 0, in 1/2¹³. */
  zero = 0,
  zeros = 4,
  total = 8,
  cycle = 12,
  left = 16,
  SIZE = 20,
}

/** Returns a new model of a bit, 0 and 1 equally probable. */
export function createBitModel(): usize {
  const model = allocate(BitModel.SIZE);
  store<u32>(model, 1 << (BIT_BITS - 1), BitModel.zero);
  store<u32>(model, 1, BitModel.zeros);
  store<u32>(model, 2, BitModel.total);
  store<u32>(model, 4, BitModel.cycle);
  store<u32>(model, 4, BitModel.left);
  return model;
}

export function updateBitModel(model: usize): void {
  const cycle = load<u32>(model, BitModel.cycle);
  let total = load<u32>(model, BitModel.total) + cycle;
  let zeros = load<u32>(model, BitModel.zeros);
  if (total > BITS_MAX) {
    total = (total + 1) >> 1;
    zeros = (zeros + 1) >> 1;
    if (zeros == total) total++;
  }
  store<u32>(model, total, BitModel.total);
  store<u32>(model, zeros, BitModel.zeros);
  store<u32>(model, (zeros * (<u32>0x80000000 / total)) >> (31 - BIT_BITS), BitModel.zero);
  const next = min((5 * cycle) >> 2, 64);
  store<u32>(model, next, BitModel.cycle);
  store<u32>(model, next, BitModel.left);
}
