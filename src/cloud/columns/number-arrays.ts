import type { ElementType } from '../point-schema.js';

export type NumberArray = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

/** Bytes of one number. */
export const ELEMENT_BYTES: Readonly<Record<ElementType, number>> = { u8: 1, u16: 2, u32: 4, f32: 4, f64: 8 };

const ARRAYS = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f32: Float32Array, f64: Float64Array } as const;

/** The numbers of a type in a column's bytes. Precondition: they are aligned. */
export function numbersIn(type: ElementType, { buffer, byteOffset, length }: Uint8Array<ArrayBuffer>): NumberArray {
  return new ARRAYS[type](buffer, byteOffset, length / ELEMENT_BYTES[type]);
}
