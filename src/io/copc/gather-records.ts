/** The first `bytes` of each of these records, `stride` bytes apart, one behind the other. */
export function gatherRecords(
  all: Uint8Array,
  stride: number,
  bytes: number,
  records: Uint32Array,
): Uint8Array<ArrayBuffer> {
  const gathered = new Uint8Array(bytes * records.length);
  let to = 0;
  for (const record of records) {
    // Quicker than a view of each record.
    for (let from = record * stride, end = from + bytes; from < end; ) gathered[to++] = all[from++];
  }
  return gathered;
}
