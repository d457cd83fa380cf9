import { type BufferName, itemBytes } from '../device/buffers.js';

// The GPU's directions and hits, from and to records pulse by pulse: see wgsl/places.wgsl.

/** Buffers with an item a subray that the GPU's passes fill. */
type SubrayBuffer = 'directions' | 'hits';

/** Whether a buffer has an item a subray. */
export const isOfSubrays = (name: BufferName): name is SubrayBuffer => name === 'directions' || name === 'hits';

/** The GPU's form of records; `pulseCount` of the chunk. */
export function fromRecords(name: SubrayBuffer, records: ArrayBuffer, pulseCount: number): ArrayBuffer {
  const laidOut = new Uint32Array(records.byteLength / 4);
  const words = new Uint32Array(records);
  forEachWord(name, words.length, pulseCount, (record, place) => {
    laidOut[place] = words[record];
  });
  return laidOut.buffer;
}

/** The records of the GPU's form; `pulseCount` of the chunk. */
export function toRecords(name: SubrayBuffer, kept: ArrayBuffer, pulseCount: number): ArrayBuffer {
  const records = new Uint32Array(kept.byteLength / 4);
  const words = new Uint32Array(kept);
  forEachWord(name, words.length, pulseCount, (record, place) => {
    records[record] = words[place];
  });
  return records.buffer;
}

/**
 * Calls `visit` with the place of each word among records and on the GPU: hits lie by field there, directions do not.
 */
function forEachWord(
  name: SubrayBuffer,
  count: number,
  pulseCount: number,
  visit: (record: number, place: number) => void,
): void {
  const words = itemBytes('gpu', name) / 4;
  const subrays = count / words / pulseCount;
  for (let pulse = 0; pulse < pulseCount; pulse++)
    for (let subray = 0; subray < subrays; subray++)
      for (let word = 0; word < words; word++) {
        const place = subray * pulseCount + pulse;
        const record = (pulse * subrays + subray) * words + word;
        visit(record, name === 'hits' ? word * pulseCount * subrays + place : place * words + word);
      }
}
