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

/** Subrays of a chunk at most: a millisecond or two of a large GPU, and 100 MB of directions and hits. */
export const CHUNK_SUBRAYS_MAX = 2 ** 21;

/** What a pulse takes in a chunk's buffers. */
export interface PulseShape {
  subrayCount: number;
  maxReturns: number;
}

/**
 * The most pulses that a chunk can have: by the largest of its buffers, by the workgroups of a pass, by `subraysMax`; at
 * least 1 if the limits allow that at all, else 0.
 */
export function chunkCapacity(
  { subrayCount, maxReturns }: PulseShape,
  { bindingBytes, bufferBytes, workgroups }: GpuLimits,
  subraysMax: number,
): number {
  const bytes = Math.min(bindingBytes, bufferBytes);
  const possible = Math.min(
    Math.floor(bytes / (Hit.SIZE * subrayCount)),
    Math.floor((bytes - HEAD_BYTES) / (Point.SIZE * maxReturns)),
    Math.floor(bytes / Pulse.SIZE),
    Math.floor((workgroups * WORKGROUP) / subrayCount),
  );
  return Math.max(0, Math.min(possible, Math.max(1, Math.floor(subraysMax / subrayCount))));
}
