/*
 * Columns of records: the numbers of one attribute, every `stride` bytes, little endian. One loop per element type
 * keeps each loop monomorphic. DataView stores compile to single machine stores, aligned or not.
 */

import type { PointBatch } from '../cloud/point-batch.js';
import type { ElementType, PointAttribute } from '../cloud/point-schema.js';

export type NumberArray = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

/** Bytes of one number. */
export const ELEMENT_BYTES: Readonly<Record<ElementType, number>> = { u8: 1, u16: 2, u32: 4, f32: 4, f64: 8 };

/** A column in a view: its first number is at `at`, the next one `stride` bytes later. */
export interface ColumnPlace {
  view: DataView;
  at: number;
  stride: number;
}

/** Part of an array: `count` numbers, from index `first`, every `step`. */
export interface ArrayPart {
  first: number;
  step: number;
  count: number;
}

type Copy<A extends NumberArray> = (place: ColumnPlace, array: A, part: ArrayPart) => void;

const STORE: { [T in ElementType]: Copy<never> } = {
  u8: ({ view, at, stride }, array: Uint8Array, { first, step, count }) => {
    for (let i = 0, from = first, to = at; i < count; i++, from += step, to += stride) view.setUint8(to, array[from]);
  },
  u16: ({ view, at, stride }, array: Uint16Array, { first, step, count }) => {
    for (let i = 0, from = first, to = at; i < count; i++, from += step, to += stride)
      view.setUint16(to, array[from], true);
  },
  u32: ({ view, at, stride }, array: Uint32Array, { first, step, count }) => {
    for (let i = 0, from = first, to = at; i < count; i++, from += step, to += stride)
      view.setUint32(to, array[from], true);
  },
  f32: ({ view, at, stride }, array: Float32Array, { first, step, count }) => {
    for (let i = 0, from = first, to = at; i < count; i++, from += step, to += stride)
      view.setFloat32(to, array[from], true);
  },
  f64: ({ view, at, stride }, array: Float64Array, { first, step, count }) => {
    for (let i = 0, from = first, to = at; i < count; i++, from += step, to += stride)
      view.setFloat64(to, array[from], true);
  },
};

/**
 * Copies points `firstPoint` … `firstPoint + count` of one attribute of a batch into a column.
 * The batch's array must be of the attribute's type.
 */
export function storeAttribute(
  place: ColumnPlace,
  attribute: PointAttribute,
  batch: PointBatch,
  firstPoint: number,
  count: number,
): void {
  const { components, component } = attribute;
  const store = STORE[attribute.type] as Copy<NumberArray>;
  const part = { first: firstPoint * components + component, step: components, count };
  store(place, batch[attribute.key] as NumberArray, part);
}

const ARRAYS = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f32: Float32Array, f64: Float64Array } as const;

/** The numbers of a type in a column's bytes, which begin where such numbers may. */
export function numbersIn(type: ElementType, { buffer, byteOffset, length }: Uint8Array<ArrayBuffer>): NumberArray {
  return new ARRAYS[type](buffer, byteOffset, length / ELEMENT_BYTES[type]);
}
