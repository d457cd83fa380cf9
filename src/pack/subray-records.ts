import { invariant } from '../base/errors.js';
import { Subray } from '../device/records.generated.js';
import type { Footprint } from '../scanner/footprint.js';
import { footprintLayouts } from '../scanner/footprint-layout.js';
import { RecordWriter } from './record-writer.js';

/** Subray records of a footprint, layout after layout; its number of subrays must fit its pattern. */
export function subrayRecords(footprint: Footprint): ArrayBuffer {
  if (footprint.pattern === 'disc') return drawnSubrays(footprint.subrays);
  const subrays = footprintLayouts(footprint)?.flat();
  invariant(subrays !== undefined, `no rings have ${footprint.subrays} subrays`);
  const writer = new RecordWriter(subrays.length * Subray.SIZE);
  subrays.forEach(({ x, y, share }, k) => {
    writer.f32(k * Subray.SIZE + Subray.x, x);
    writer.f32(k * Subray.SIZE + Subray.y, y);
    writer.f32(k * Subray.SIZE + Subray.weight, share);
  });
  return writer.buffer;
}

/** Subray records of a footprint drawn for each pulse: equal shares, places made by the device. */
function drawnSubrays(count: number): ArrayBuffer {
  const writer = new RecordWriter(count * Subray.SIZE);
  for (let k = 0; k < count; k++) writer.f32(k * Subray.SIZE + Subray.weight, 1 / count);
  return writer.buffer;
}
