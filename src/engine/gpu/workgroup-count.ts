import { BLOCK_PULSES } from './chunk-capacity.js';
import { WORKGROUP } from './compute-pipeline.js';
import type { Extent } from './pipelines.js';

/** Workgroups of a pass over a chunk of `pulseCount` pulses. */
export function workgroupCount(extent: Extent, pulseCount: number, subrayCount: number): number {
  const parts: Record<Extent, number> = {
    workgroup: 1,
    blocks: pulseCount / BLOCK_PULSES,
    pulses: pulseCount / WORKGROUP,
    subrays: (pulseCount * subrayCount) / WORKGROUP,
  };
  return Math.ceil(parts[extent]);
}
