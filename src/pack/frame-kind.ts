import { FRAME_ALIKE, FRAME_SQUARE, FRAME_TURNED } from '../device/records.generated.js';
import { isWritten, numbersOf } from './record-numbers.js';

const NO_ROTATION = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Kind of the frame with these three columns from a place on: one of FRAME_…. */
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
