import type { Box3 } from '../../base/vec3.js';
import type { PointBatch } from '../../cloud/point-batch.js';

/** Points of a batch in the form of a file: plain data, made in any thread. */
export interface CodedPoints {
  count: number;
  /** Their bytes: records in one stretch, text in stretches one after the other, or a stretch for each column. */
  bytes: readonly Uint8Array<ArrayBuffer>[];
  /** CRC-32 of each stretch, if the file has sums of its columns. */
  sums?: readonly number[];
  /** Their part in the head of a LAS file; absent in other formats. */
  tally?: TallyCounts;
  /** Laser of each point, if the file orders its points by it. */
  lasers?: Uint8Array<ArrayBuffer>;
  /** Waveform of each point, and its place in it, if the file holds waveforms: the arrays of batches. */
  found?: Pick<PointBatch, 'count' | 'waveform' | 'returnTime'>;
}

/** Facts of records for the header, and numbers of values that were changed to fit; plain data. */
export interface TallyCounts {
  points: number;
  /** Points by return number, 0…15. */
  byReturn: number[];
  /** Bounds of the stored integers. */
  stored: Box3;
  /** Number of values of each of the extra bytes that were replaced by the nearest that fits. */
  held: number[];
  /** Return numbers, and scan angles, beyond the range of LAS 1.2. */
  heldReturns: number;
  heldAngles: number;
}

/** Memory for `bytes` bytes of any content; called once a batch. */
export type FindBytes = (bytes: number) => Uint8Array<ArrayBuffer>;

export const newBytes: FindBytes = (bytes) => new Uint8Array(bytes);

/** Codes points in the form of a file, batch by batch. The bytes of a batch do not depend on earlier ones. */
export interface PointCoder {
  /**
   * Codes a batch in memory from `findBytes`; absent: in new memory. Throws InvariantError for points that the file's
   * header excludes, UserError for those that its format cannot hold.
   */
  code(batch: PointBatch, findBytes?: FindBytes): CodedPoints;
}

/** The memory of coded points, to be handed to another thread. */
export const memoryOf = ({ bytes, lasers, found }: CodedPoints): ArrayBuffer[] => {
  const arrays = [...bytes, lasers, found?.waveform, found?.returnTime].filter((array) => array !== undefined);
  return [...new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer))];
};

/**
 * Takes memory out of `spare` that is large enough. New memory has room for a few more points: batches differ a little
 * in size, and it is to be reused.
 */
export const spareBytes =
  (spare: ArrayBuffer[]): FindBytes =>
  (bytes) => {
    const found = spare.findIndex(({ byteLength }) => byteLength >= bytes);
    const memory = found < 0 ? new ArrayBuffer(bytes + Math.ceil(bytes / 8)) : spare.splice(found, 1)[0];
    return new Uint8Array(memory, 0, bytes);
  };

/** Gives the same memory each time, for a reader that finishes with coded points before the next ones are made. */
export function reusedBytes(): FindBytes {
  let memory = newBytes(0);
  return (bytes) => {
    if (bytes > memory.length) memory = newBytes(Math.max(bytes, 2 * memory.length));
    return memory.subarray(0, bytes);
  };
}
