import { invariant } from '../../base/errors.js';
import { Doubts, SUM_BLOCK, WORKGROUP } from '../../device/records.generated.js';
import type { Extent } from './passes.js';

interface ChunkSize {
  pulseCount: number;
  subrayCount: number;
  hitCount: number;
}

/** Workgroups of a pass over a chunk. */
function workgroupCount(extent: Exclude<Extent, 'doubts'>, { pulseCount, subrayCount, hitCount }: ChunkSize): number {
  const parts: Record<typeof extent, number> = {
    workgroup: 1,
    blocks: pulseCount / SUM_BLOCK,
    pulses: pulseCount / WORKGROUP,
    quarters: (pulseCount * 4) / WORKGROUP,
    subrays: (pulseCount * subrayCount) / WORKGROUP,
    hits: (pulseCount * hitCount) / WORKGROUP,
  };
  return Math.ceil(parts[extent]);
}

/** Starts a pass over a chunk; `doubts` holds the chunk's Doubts record. */
export function dispatch(
  encoder: GPUComputePassEncoder,
  extent: Extent,
  { doubts, ...size }: ChunkSize & { doubts: GPUBuffer | undefined },
): void {
  if (extent === 'doubts') {
    invariant(doubts, 'subrays in doubt are counted before their pass');
    encoder.dispatchWorkgroupsIndirect(doubts, Doubts.workgroupsX);
  } else {
    encoder.dispatchWorkgroups(workgroupCount(extent, size));
  }
}

/** The Doubts record of a chunk before any subray is in doubt. */
export function noDoubts(): ArrayBuffer {
  const words = new Uint32Array(Doubts.SIZE / 4);
  words[Doubts.workgroupsY / 4] = 1;
  words[Doubts.workgroupsZ / 4] = 1;
  return words.buffer;
}
