/** Bytes of a record's number in its survey, which follows the record in scratch files. */
export const RECORD_NUMBER_BYTES = 8;

const NUMBER = new Float64Array(1);
const BYTES = new Uint8Array(NUMBER.buffer);

export function storeNumber(bytes: Uint8Array, at: number, number: number): void {
  NUMBER[0] = number;
  for (let k = 0; k < RECORD_NUMBER_BYTES; k++) bytes[at + k] = BYTES[k];
}

export function loadNumber(bytes: Uint8Array, at: number): number {
  for (let k = 0; k < RECORD_NUMBER_BYTES; k++) BYTES[k] = bytes[at + k];
  return NUMBER[0];
}
