/*
 * Columns of point records: the numbers of one attribute, one record apart. A tile of numbers is read into f64, scaled,
 * and stored in the attribute's own type. With one loop per type on either side, every loop stays monomorphic. Loops
 * with several types took ten times as long (bench/results/looking.md).
 */

import type { NumberArray } from '../../cloud/columns/number-arrays.js';
import { optionalArray, type PointBatch, type PointKey } from '../../cloud/point-batch.js';
import type { ElementType, PointAttribute } from '../../cloud/point-schema.js';
import { isUnscaled, type MisfitTally, WHOLE_MAX, type WholeType } from './misfits.js';
import type { NumberType } from './number-type.js';

/** Number of records that stay in the processor's second cache while the columns are read one by one. */
export const TILE_POINTS = 1024;

/** Records `first` … `end − 1`, at most TILE_POINTS, each of `stride` bytes. */
export interface RecordTile {
  view: DataView;
  stride: number;
  first: number;
  end: number;
  /** Number of record 0 in the cloud. */
  firstPoint: number;
  /** Records values that an attribute cannot hold. */
  misfits: MisfitTally;
}

/** Fills one attribute of a batch, a tile at a time. */
export interface RecordColumn {
  key: PointKey;
  /** Place of its numbers; absent: bits of a byte. */
  place?: NumberPlace;
  decode(batch: PointBatch, tile: RecordTile): void;
}

/** Place of an attribute's numbers in a record, and their meaning: number × scale + shift. */
export interface NumberPlace {
  type: NumberType;
  /** Bytes from the start of the record. */
  at: number;
  scale?: number;
  shift?: number;
}

const raw = new Float64Array(TILE_POINTS);

/** Reads the numbers at `place` as the attribute; values out of its range become the nearest in it. */
export function numberColumn(attribute: PointAttribute, place: NumberPlace): RecordColumn {
  const { type, at, scale = 1, shift = 0 } = place;
  const { key, component, components } = attribute;
  if (type === attribute.type && scale === 1 && shift === 0) {
    const copy = COPY[attribute.type] as Copy<NumberArray>;
    return {
      key,
      place,
      decode: (batch, { view, stride, first, end }) =>
        copy(
          batch[key] as NumberArray,
          first * components + component,
          components,
          view,
          first * stride + at,
          stride,
          end - first,
        ),
    };
  }
  const [read, store] = [READ[type], STORE[attribute.type] as Store<NumberArray>];
  const hold = holderOf(attribute, { type, at, scale, shift });
  // The store cuts off fractions, which are to be rounded.
  const half =
    attribute.type in WHOLE_MAX && !(Number.isInteger(scale) && Number.isInteger(shift) && isWhole(type)) ? 0.5 : 0;
  const isWideColour = key === 'rgb' && type === 'u16' && Number.isInteger(scale) && shift === 0;
  return {
    key,
    place,
    decode: (batch, tile) => {
      const { view, stride, first, end } = tile;
      if (isWideColour && multiplyColours(batch.rgb as Uint16Array, component, tile, at, scale)) return;
      read(view, first * stride + at, stride, end - first);
      const isHeld = hold?.(tile) ?? false;
      const [factor, term] = isHeld ? [1, 0] : [scale, shift + half];
      store(batch[key] as NumberArray, first * components + component, components, end - first, factor, term);
    },
  };
}

/**
 * Reads a channel of 8 bits in fields of 16, times `factor`, in one loop, the usual case in LAS files. Returns false if
 * a number is too large for that.
 */
function multiplyColours(
  rgb: Uint16Array,
  channel: number,
  { view, stride, first, end }: RecordTile,
  at: number,
  factor: number,
): boolean {
  let most = 0;
  for (let to = 3 * first + channel, from = first * stride + at; to < 3 * end; to += 3, from += stride) {
    const value = view.getUint16(from, true);
    if (value > most) most = value;
    rgb[to] = value * factor;
  }
  return most * factor <= WHOLE_MAX.u16;
}

/** The unscaled numbers at a place of the first `count` records, each of `stride` bytes. */
export function fileNumbers({ type, at }: NumberPlace, view: DataView, stride: number, count: number): Float32Array {
  const numbers = new Float32Array(count);
  for (let first = 0; first < count; first += TILE_POINTS) {
    const size = Math.min(TILE_POINTS, count - first);
    READ[type](view, first * stride + at, stride, size);
    numbers.set(raw.subarray(0, size), first);
  }
  return numbers;
}

/**
 * Writes the values at a place of the first `count` records, each of `stride` bytes, to `target`: number × scale +
 * shift.
 */
export function readValues(
  { type, at, scale = 1, shift = 0 }: NumberPlace,
  view: DataView,
  stride: number,
  count: number,
  target: Float64Array,
): void {
  for (let first = 0; first < count; first += TILE_POINTS) {
    const size = Math.min(TILE_POINTS, count - first);
    READ[type](view, first * stride + at, stride, size);
    if (scale === 1 && shift === 0) target.set(raw.subarray(0, size), first);
    else for (let i = 0; i < size; i++) target[first + i] = raw[i] * scale + shift;
  }
}

/** Turns the numbers read into values that the attribute can hold, and returns whether any had to change. */
type Holder = (tile: RecordTile) => boolean;

/** The holder for whole numbers; undefined if every number at `place` fits. */
function holderOf(attribute: PointAttribute, place: Required<NumberPlace>): Holder | undefined {
  const { type, scale, shift } = place;
  if (!(attribute.type in WHOLE_MAX)) return undefined;
  const most = WHOLE_MAX[attribute.type as WholeType];
  const range = NUMBER_RANGE[type];
  const isExact = range !== undefined && Number.isInteger(scale) && Number.isInteger(shift);
  if (isExact && range.every((value) => value * scale + shift >= 0 && value * scale + shift <= most)) return undefined;
  // For others, the fraction that is rounded comes from their scale.
  const areFine = isUnscaled(place) || attribute.isCode ? areWhole : areWithin;
  return ({ first, end, firstPoint, misfits }) => {
    if (areFine(end - first, scale, shift, most)) return false;
    for (let i = 0; i < end - first; i++)
      raw[i] = misfits.hold(attribute, { number: raw[i], scale, shift, point: firstPoint + first + i });
    return true;
  };
}

/** Whether the first `count` numbers are whole ones of 0 … `most`. */
function areWhole(count: number, scale: number, shift: number, most: number): boolean {
  for (let i = 0; i < count; i++) {
    const value = raw[i] * scale + shift;
    if (!(value >= 0 && value <= most && value === Math.floor(value))) return false;
  }
  return true;
}

/** Whether the first `count` numbers, rounded, lie in 0 … `most`. */
function areWithin(count: number, scale: number, shift: number, most: number): boolean {
  for (let i = 0; i < count; i++) {
    const value = raw[i] * scale + shift;
    if (!(value >= -0.5 && value < most + 0.5)) return false;
  }
  return true;
}

/** Least and largest number of types without fractions. */
const NUMBER_RANGE: Readonly<Partial<Record<NumberType, readonly [number, number]>>> = Object.freeze({
  u8: [0, 2 ** 8 - 1],
  i8: [-(2 ** 7), 2 ** 7 - 1],
  u16: [0, 2 ** 16 - 1],
  i16: [-(2 ** 15), 2 ** 15 - 1],
  u32: [0, 2 ** 32 - 1],
  i32: [-(2 ** 31), 2 ** 31 - 1],
  u64: [0, 2 ** 64],
  i64: [-(2 ** 63), 2 ** 63],
});

/** Attributes of one bit. */
export const FLAG_KEYS = Object.freeze([
  ...(['scanDirection', 'edgeOfFlightLine', 'synthetic', 'keyPoint', 'withheld', 'overlap'] as const),
]);
export type FlagKey = (typeof FLAG_KEYS)[number];

/** The bits of a byte starting at `shift`, as selected by `mask`. */
export function bitsColumn(
  key: 'returnNumber' | 'returnCount' | 'channel' | 'classification' | FlagKey,
  at: number,
  shift: number,
  mask: number,
): RecordColumn {
  return {
    key,
    decode: (batch, { view, stride, first, end }) => {
      const array = batch[key] ?? optionalArray(batch, key as FlagKey);
      for (let i = first, from = first * stride + at; i < end; i++, from += stride)
        array[i] = (view.getUint8(from) >>> shift) & mask;
    },
  };
}

const isWhole = (type: NumberType): boolean => NUMBER_RANGE[type] !== undefined;

type Read = (view: DataView, at: number, stride: number, count: number) => void;

const WORD = 2 ** 32;

const READ: Readonly<Record<NumberType, Read>> = Object.freeze({
  u8: (view, at, stride, count) => {
    for (let i = 0, from = at; i < count; i++, from += stride) raw[i] = view.getUint8(from);
  },
  i8: (view, at, stride, count) => {
    for (let i = 0, from = at; i < count; i++, from += stride) raw[i] = view.getInt8(from);
  },
  u16: (view, at, stride, count) => {
    for (let i = 0, from = at; i < count; i++, from += stride) raw[i] = view.getUint16(from, true);
  },
  i16: (view, at, stride, count) => {
    for (let i = 0, from = at; i < count; i++, from += stride) raw[i] = view.getInt16(from, true);
  },
  u32: (view, at, stride, count) => {
    for (let i = 0, from = at; i < count; i++, from += stride) raw[i] = view.getUint32(from, true);
  },
  i32: (view, at, stride, count) => {
    for (let i = 0, from = at; i < count; i++, from += stride) raw[i] = view.getInt32(from, true);
  },
  // The upper half counts whole words, exactly; the sum is rounded once, like the number itself.
  u64: (view, at, stride, count) => {
    for (let i = 0, from = at; i < count; i++, from += stride)
      raw[i] = view.getUint32(from + 4, true) * WORD + view.getUint32(from, true);
  },
  i64: (view, at, stride, count) => {
    for (let i = 0, from = at; i < count; i++, from += stride)
      raw[i] = view.getInt32(from + 4, true) * WORD + view.getUint32(from, true);
  },
  f32: (view, at, stride, count) => {
    for (let i = 0, from = at; i < count; i++, from += stride) raw[i] = view.getFloat32(from, true);
  },
  f64: (view, at, stride, count) => {
    for (let i = 0, from = at; i < count; i++, from += stride) raw[i] = view.getFloat64(from, true);
  },
} satisfies Record<NumberType, Read>);

type Store<A extends NumberArray> = (
  array: A,
  first: number,
  step: number,
  count: number,
  scale: number,
  shift: number,
) => void;

const STORE: { [T in ElementType]: Store<never> } = {
  u8: (array: Uint8Array, first, step, count, scale, shift) => {
    for (let i = 0, to = first; i < count; i++, to += step) array[to] = raw[i] * scale + shift;
  },
  u16: (array: Uint16Array, first, step, count, scale, shift) => {
    for (let i = 0, to = first; i < count; i++, to += step) array[to] = raw[i] * scale + shift;
  },
  u32: (array: Uint32Array, first, step, count, scale, shift) => {
    for (let i = 0, to = first; i < count; i++, to += step) array[to] = raw[i] * scale + shift;
  },
  f32: (array: Float32Array, first, step, count, scale, shift) => {
    for (let i = 0, to = first; i < count; i++, to += step) array[to] = raw[i] * scale + shift;
  },
  f64: (array: Float64Array, first, step, count, scale, shift) => {
    for (let i = 0, to = first; i < count; i++, to += step) array[to] = raw[i] * scale + shift;
  },
};

type Copy<A extends NumberArray> = (
  array: A,
  first: number,
  step: number,
  view: DataView,
  at: number,
  stride: number,
  count: number,
) => void;

/** Numbers that the file stores in the attribute's own type, without scale. */
const COPY: { [T in ElementType]: Copy<never> } = {
  u8: (array: Uint8Array, first, step, view, at, stride, count) => {
    for (let i = 0, to = first, from = at; i < count; i++, to += step, from += stride) array[to] = view.getUint8(from);
  },
  u16: (array: Uint16Array, first, step, view, at, stride, count) => {
    for (let i = 0, to = first, from = at; i < count; i++, to += step, from += stride)
      array[to] = view.getUint16(from, true);
  },
  u32: (array: Uint32Array, first, step, view, at, stride, count) => {
    for (let i = 0, to = first, from = at; i < count; i++, to += step, from += stride)
      array[to] = view.getUint32(from, true);
  },
  f32: (array: Float32Array, first, step, view, at, stride, count) => {
    for (let i = 0, to = first, from = at; i < count; i++, to += step, from += stride)
      array[to] = view.getFloat32(from, true);
  },
  f64: (array: Float64Array, first, step, view, at, stride, count) => {
    for (let i = 0, to = first, from = at; i < count; i++, to += step, from += stride)
      array[to] = view.getFloat64(from, true);
  },
};
