import { SUM_BLOCK, WORKGROUP } from '../../device/records.generated.js';
import type { Extent } from './passes.js';

/** Workgroups of a pass over a chunk of `pulseCount` pulses. */
export function workgroupCount(extent: Extent, pulseCount: number, subrayCount: number): number {
  const parts: Record<Extent, number> = {
    workgroup: 1,
    blocks: pulseCount / SUM_BLOCK,
    pulses: pulseCount / WORKGROUP,
    subrays: (pulseCount * subrayCount) / WORKGROUP,
  };
  return Math.ceil(parts[extent]);
}
