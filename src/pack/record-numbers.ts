import type { Vec3 } from '../base/vec3.js';
import { FRAME_ALIKE, FRAME_SQUARE, FRAME_TURNED } from '../device/records.generated.js';

/** `count` f64 of a record. */
export const numbersOf = (record: ArrayBuffer, at: number, count: number): number[] => [
  ...new Float64Array(record, at, count),
];

/** Three f64 of a record. */
export const vectorOf = (record: ArrayBuffer, at: number): Vec3 => numbersOf(record, at, 3) as unknown as Vec3;

/** Whether a record has these numbers from a place on, with their signs. */
export const isWritten = (record: ArrayBuffer, at: number, numbers: readonly number[]): boolean =>
  numbersOf(record, at, numbers.length).every((number, k) => Object.is(number, numbers[k]));

const NO_ROTATION = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** How a frame with these three columns from a place on is turned: one of FRAME_…. */
export function frameOf(record: ArrayBuffer, at: number): number {
  if (isWritten(record, at, NO_ROTATION)) return FRAME_ALIKE;
  return isSquare(numbersOf(record, at, NO_ROTATION.length)) ? FRAME_SQUARE : FRAME_TURNED;
}

/** Whether the columns of a rotation are 1 or −1 once in each row and column, and else zeros. */
function isSquare(columns: readonly number[]): boolean {
  const places = columns.flatMap((number, k) => (number === 0 ? [] : [k]));
  const everywhere = (lines: number[]) => new Set(lines).size === 3;
  return (
    places.length === 3 &&
    places.every((k) => Math.abs(columns[k]) === 1) &&
    everywhere(places.map((k) => k % 3)) &&
    everywhere(places.map((k) => Math.floor(k / 3)))
  );
}
