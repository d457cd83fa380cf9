/** Storage of a number in a record, in the order of the data types 1…10 of LAS. */
export const NUMBER_TYPES = ['u8', 'i8', 'u16', 'i16', 'u32', 'i32', 'u64', 'i64', 'f32', 'f64'] as const;

export type NumberType = (typeof NUMBER_TYPES)[number];

export const NUMBER_BYTES: Readonly<Record<NumberType, number>> = Object.freeze({
  u8: 1,
  i8: 1,
  u16: 2,
  i16: 2,
  u32: 4,
  i32: 4,
  u64: 8,
  i64: 8,
  f32: 4,
  f64: 8,
});
