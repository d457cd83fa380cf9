/** Lasers that a byte can number. */
const LASERS = 256;

/** The records laser by laser, each laser's in their own order. `lasers` has the laser of each. */
export function sortByLaser(records: Uint8Array, recordLength: number, lasers: Uint8Array): Uint8Array {
  const starts = new Uint32Array(LASERS + 1);
  for (const laser of lasers) starts[laser + 1] += recordLength;
  for (let laser = 0; laser < LASERS; laser++) starts[laser + 1] += starts[laser];
  const sorted = new Uint8Array(records.length);
  for (let i = 0, from = 0; i < lasers.length; i++, from += recordLength) {
    const to = starts[lasers[i]];
    for (let k = 0; k < recordLength; k++) sorted[to + k] = records[from + k];
    starts[lasers[i]] += recordLength;
  }
  return sorted;
}
