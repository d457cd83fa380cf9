import { viewOf } from '../bytes/byte-fields.js';

/** The first `bytes` of each of these records, `stride` bytes apart, packed without gaps. */
export function gatherRecords(
  all: Uint8Array,
  stride: number,
  bytes: number,
  records: Uint32Array,
): Uint8Array<ArrayBuffer> {
  const gathered = new Uint8Array(bytes * records.length);
  const [from, to] = [viewOf(all), viewOf(gathered)];
  let at = 0;
  for (const record of records) {
    copyBytesOf(from, record * stride, to, at, bytes);
    at += bytes;
  }
  return gathered;
}

/** Copies `bytes` bytes by words of 4: faster than one by one, or as views. */
export function copyBytesOf(from: DataView, fromAt: number, to: DataView, toAt: number, bytes: number): void {
  let k = 0;
  for (; k + 4 <= bytes; k += 4) to.setInt32(toAt + k, from.getInt32(fromAt + k));
  for (; k < bytes; k++) to.setUint8(toAt + k, from.getUint8(fromAt + k));
}
