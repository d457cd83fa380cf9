import {
  type BufferName,
  type BufferRow,
  buffersOn,
  itemBytes,
  itemsPerPulse,
  type PulseSize,
} from '../../device/buffers.js';
import { WORKGROUP } from '../../device/records.generated.js';
import { roundUp } from './create-buffers.js';
import type { GpuLimits } from './gpu-adapter.js';
import { ALL_PASSES } from './passes.js';

export const TIMESTAMPS_AT = 64;
/** Start and end of each pass, u64 each. */
export const TIMESTAMP_BYTES = ALL_PASSES.length * 2 * 8;
/** Bytes before the outputs in the data read back: totals first, then timestamps; whole cache lines. */
export const HEAD_BYTES = roundUp(TIMESTAMPS_AT + TIMESTAMP_BYTES, 128);

/** Number of chunks with buffers: while one is copied back, the device works on the other. */
export const SLOT_COUNT = 2;

/** Upper limits of a chunk, whatever the adapter allows. */
interface ChunkMax {
  subrays: number;
  /** Bytes of all its buffers, including those of every slot. */
  bytes: number;
}

/** 1.4 ms at 1,500 million subrays a second, and an eighth of 4 GiB. */
export const CHUNK_MAX: ChunkMax = Object.freeze({ subrays: 2 ** 21, bytes: 2 ** 29 });

/**
 * The most pulses of a chunk, limited by the largest of its buffers, by the workgroups of a pass, and by `max`; 0 if
 * not even one pulse fits.
 */
export function chunkCapacity(
  shape: PulseSize,
  { bindingBytes, bufferBytes, workgroups }: GpuLimits,
  max: ChunkMax,
): number {
  const bytes = Math.min(bindingBytes, bufferBytes);
  const largest = WORK.map(([name, row]) => {
    const head = row.output ? HEAD_BYTES : 0;
    const each = bytesPerPulse(name, row, shape);
    return each === 0 ? Number.POSITIVE_INFINITY : Math.floor((bytes - head) / each);
  });
  const possible = Math.min(...largest, Math.floor((workgroups * WORKGROUP) / shape.hitCount));
  const wanted = Math.min(max.subrays / shape.hitCount, max.bytes / allBytesPerPulse(shape));
  return Math.max(0, Math.min(possible, Math.max(1, Math.floor(wanted))));
}

/** Buffers that grow with the pulses of a chunk. */
const WORK = buffersOn('gpu').filter(([, { per }]) => ['pulse', 'hit', 'return', 'part', 'sample'].includes(per));

/** Bytes that a pulse takes in a buffer. */
export const bytesPerPulse = (name: BufferName, row: BufferRow, shape: PulseSize): number =>
  itemsPerPulse(row, shape) * itemBytes('gpu', name);

/** Bytes that a pulse takes in all buffers of chunks: each slot has its outputs twice, once for the host. */
const allBytesPerPulse = (shape: PulseSize): number =>
  WORK.reduce((sum, [name, row]) => sum + bytesPerPulse(name, row, shape) * (row.output ? 2 * SLOT_COUNT : 1), 0);
