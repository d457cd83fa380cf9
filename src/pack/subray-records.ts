import { invariant } from '../base/errors.js';
import { Subray, TURNS } from '../device/records.generated.js';
import type { Footprint } from '../scanner/footprint.js';
import { footprintLayouts, isTurned, type SubrayOffset } from '../scanner/footprint-layout.js';
import { RecordWriter } from './record-writer.js';

/**
 * Subray records of a footprint, layout after layout, then the rotations if it is rotated. Its number of subrays must
 * fit its pattern.
 */
export function subrayRecords(footprint: Footprint): ArrayBuffer {
  if (footprint.pattern === 'disc') return drawnSubrays(footprint.subrays);
  const layouts = footprintLayouts(footprint)?.flat();
  invariant(layouts !== undefined, `no rings have ${footprint.subrays} subrays`);
  const subrays = isTurned(footprint) ? [...layouts, ...turns()] : layouts;
  const writer = new RecordWriter(subrays.length * Subray.SIZE);
  subrays.forEach(({ x, y, share }, k) => {
    writer.f32(k * Subray.SIZE + Subray.x, x);
    writer.f32(k * Subray.SIZE + Subray.y, y);
    writer.f32(k * Subray.SIZE + Subray.weight, share);
  });
  return writer.buffer;
}

/**
 * The points of the unit circle that define the rotations of layouts: half a step off the axes, so that no layout keeps
 * its orientation.
 */
function turns(): SubrayOffset[] {
  return Array.from({ length: TURNS }, (_, k) => {
    const angle = (2 * Math.PI * (k + 0.5)) / TURNS;
    return { x: Math.cos(angle), y: Math.sin(angle), share: 0 };
  });
}

/** Subray records of a footprint drawn for each pulse: equal shares, placed by the device. */
function drawnSubrays(count: number): ArrayBuffer {
  const writer = new RecordWriter(count * Subray.SIZE);
  for (let k = 0; k < count; k++) writer.f32(k * Subray.SIZE + Subray.weight, 1 / count);
  return writer.buffer;
}
