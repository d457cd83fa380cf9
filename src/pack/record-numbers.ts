import type { Vec3 } from '../base/vec3.js';

/** `count` f64 of a record. */
export const numbersOf = (record: ArrayBuffer, at: number, count: number): number[] => [
  ...new Float64Array(record, at, count),
];

/** Three f64 of a record. */
export const vectorOf = (record: ArrayBuffer, at: number): Vec3 => numbersOf(record, at, 3) as unknown as Vec3;

/** Whether a record has these numbers from a place on, with their signs. */
export const isWritten = (record: ArrayBuffer, at: number, numbers: readonly number[]): boolean =>
  numbersOf(record, at, numbers.length).every((number, k) => Object.is(number, numbers[k]));
