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

/** Whether the three columns of a rotation from a place on are those of no rotation. */
export const isUnturned = (record: ArrayBuffer, at: number): boolean => isWritten(record, at, NO_ROTATION);

const NO_ROTATION = [1, 0, 0, 0, 1, 0, 0, 0, 1];
