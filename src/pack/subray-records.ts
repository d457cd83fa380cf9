import { invariant } from '../base/errors.js';
import { SubrayBlock, TURNS } from '../device/records.generated.js';
import type { Footprint } from '../scanner/footprint.js';
import { footprintLayouts, isTurned, type SubrayOffset } from '../scanner/footprint-layout.js';
import type { Falloff } from '../scanner/helios-energy.js';
import { RecordWriter } from './record-writer.js';

/** Subrays of a block. */
const FOUR = 4;

/**
 * SubrayBlocks of a footprint, layout after layout, then the rotations if it is rotated, or the fall of its shares with
 * the range. Its number of subrays must fit its pattern.
 */
export function subrayRecords(footprint: Footprint, falloff?: Falloff): ArrayBuffer {
  const layouts = footprint.pattern === 'disc' ? [drawnLayout(footprint.subrays)] : footprintLayouts(footprint);
  invariant(layouts !== undefined, `no rings have ${footprint.subrays} subrays`);
  const places = falloff
    ? [...padded(withShares(layouts[0], falloff)), ...padded(bandsOf(falloff))]
    : [...layouts.flatMap(padded), ...(isTurned(footprint) ? turns() : [])];
  const writer = new RecordWriter((places.length / FOUR) * SubrayBlock.SIZE);
  places.forEach(({ x, y, share }, k) => {
    const at = Math.floor(k / FOUR) * SubrayBlock.SIZE + (k % FOUR) * Float32Array.BYTES_PER_ELEMENT;
    writer.f32(at + SubrayBlock.x, x);
    writer.f32(at + SubrayBlock.y, y);
    writer.f32(at + SubrayBlock.weight, share);
  });
  return writer.buffer;
}

/** Pads a layout to whole blocks by its last subray, without a share. */
function padded(layout: readonly SubrayOffset[]): SubrayOffset[] {
  const padding = (FOUR - (layout.length % FOUR)) % FOUR;
  return [...layout, ...Array<SubrayOffset>(padding).fill({ ...layout[layout.length - 1], share: 0 })];
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

/** A layout with the shares that fall with the range. */
const withShares = (layout: readonly SubrayOffset[], { subrays }: Falloff): SubrayOffset[] =>
  layout.map((offset, k) => ({ ...offset, share: subrays[k].share }));

/** The fall of the shares, as the device reads it. */
const bandsOf = ({ subrays }: Falloff): SubrayOffset[] =>
  subrays.map(({ inner, band }) => ({ x: inner, y: band, share: 0 }));

/** Equal shares of subrays that the device places for each pulse. */
const drawnLayout = (count: number): SubrayOffset[] =>
  Array.from({ length: count }, () => ({ x: 0, y: 0, share: 1 / count }));
