/** Records that follow each other, from which on a view costs less than their bytes one by one. */
const LONG_RUN = 2;

/** The first `bytes` of each of these records, `stride` bytes apart, one behind the other. */
export function gatherRecords(
  all: Uint8Array,
  stride: number,
  bytes: number,
  records: Uint32Array,
): Uint8Array<ArrayBuffer> {
  const gathered = new Uint8Array(bytes * records.length);
  const joinable = bytes === stride;
  for (let k = 0, to = 0; k < records.length; ) {
    let run = 1;
    while (joinable && records[k + run] === records[k] + run) run++;
    const from = records[k] * stride;
    const length = bytes * run;
    if (run >= LONG_RUN) gathered.set(all.subarray(from, from + length), to);
    else for (let i = 0; i < length; i++) gathered[to + i] = all[from + i];
    to += length;
    k += run;
  }
  return gathered;
}
