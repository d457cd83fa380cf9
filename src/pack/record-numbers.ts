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

/**
 * Whether the three columns of a rotation from a place on are those of quarter turns, or of none: zeros, and 1 or −1 once in each row
 * and column.
 */
export function isOfQuarterTurns(record: ArrayBuffer, at: number): boolean {
  const numbers = numbersOf(record, at, 9);
  const places = numbers.flatMap((number, k) => (number === 0 ? [] : [k]));
  const isAxis = places.every((k) => Math.abs(numbers[k]) === 1);
  const once = (lines: number[]) => new Set(lines).size === 3;
  return isAxis && places.length === 3 && once(places.map((k) => k % 3)) && once(places.map((k) => Math.floor(k / 3)));
}
