import { Hit, Point, Pulse } from '../records.generated.js';
import { WORKGROUP } from './compute-pipeline.js';
import type { GpuLimits } from './gpu-adapter.js';

/** Bytes of a subray's direction: a vec4<f32>. */
export const DIRECTION_BYTES = 16;
/** Bytes of what is held of a pulse besides its record: counts, and its place. */
export const COUNT_BYTES = 8;
export const PLACE_BYTES = 4;
/** Bytes before the points in what is read back: totals first, then timestamps. */
export const HEAD_BYTES = 256;
/** Pulses of a block: BLOCK in prefix.wgsl. */
export const BLOCK_PULSES = 8 * WORKGROUP;

/** Chunks whose buffers exist: while one is copied back, the device has the other in work. */
export const SLOT_COUNT = 2;

/** How large a chunk may be, whatever the adapter allows. */
export interface ChunkMax {
  subrays: number;
  /** Of all its buffers, those of every slot included. */
  bytes: number;
}

/** At 1,500 million subrays a second 1.4 ms, and an eighth of 4 GiB. */
export const CHUNK_MAX: ChunkMax = Object.freeze({ subrays: 2 ** 21, bytes: 2 ** 29 });

/** What a pulse takes in a chunk's buffers. */
export interface PulseShape {
  subrayCount: number;
  maxReturns: number;
}

/**
 * The most pulses that a chunk can have: by the largest of its buffers, by the workgroups of a pass, by `max`; at least 1
 * if the limits allow that at all, else 0.
 */
export function chunkCapacity(
  { subrayCount, maxReturns }: PulseShape,
  { bindingBytes, bufferBytes, workgroups }: GpuLimits,
  max: ChunkMax,
): number {
  const bytes = Math.min(bindingBytes, bufferBytes);
  const possible = Math.min(
    Math.floor(bytes / (Hit.SIZE * subrayCount)),
    Math.floor((bytes - HEAD_BYTES) / (Point.SIZE * maxReturns)),
    Math.floor(bytes / Pulse.SIZE),
    Math.floor((workgroups * WORKGROUP) / subrayCount),
  );
  const wanted = Math.min(max.subrays / subrayCount, max.bytes / pulseBytes({ subrayCount, maxReturns }));
  return Math.max(0, Math.min(possible, Math.max(1, Math.floor(wanted))));
}

/** Bytes that a pulse takes in all buffers of chunks: its returns lie in one, its points in one and in another of each slot. */
function pulseBytes({ subrayCount, maxReturns }: PulseShape): number {
  const subrays = subrayCount * (DIRECTION_BYTES + Hit.SIZE);
  return Pulse.SIZE + COUNT_BYTES + PLACE_BYTES + subrays + maxReturns * Point.SIZE * (1 + 2 * SLOT_COUNT);
}
