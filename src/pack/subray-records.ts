import { invariant } from '../base/errors.js';
import { SubrayBlock, TURNS } from '../device/records.generated.js';
import type { Footprint } from '../scanner/footprint.js';
import { footprintLayouts, isTurned, type SubrayOffset } from '../scanner/footprint-layout.js';
import type { Falloff } from '../scanner/helios-energy.js';
import { RecordWriter } from './record-writer.js';

/** Subrays of a block. */
const FOUR = 4;

/** The numbers of a subray in a block. */
interface Pair {
  readonly x: number;
  readonly y: number;
}

/**
 * SubrayBlocks of a footprint: shares, layout after layout, then the rotations if it is rotated, or the fall of its
 * shares with the range. Its number of subrays must fit its pattern.
 */
export function subrayRecords(footprint: Footprint, falloff?: Falloff): ArrayBuffer {
  const layouts = footprint.pattern === 'disc' ? [drawnLayout(footprint.subrays)] : footprintLayouts(footprint);
  invariant(layouts !== undefined, `no rings have ${footprint.subrays} subrays`);
  const shares = falloff ? falloff.subrays.map(({ share }) => share) : layouts[0].map(({ share }) => share);
  const pairs = [
    ...padded(
      shares.map((x) => ({ x, y: 0 })),
      { x: 0, y: 0 },
    ),
    ...layouts.flatMap((layout) => padded(layout, layout[layout.length - 1])),
    ...(falloff ? padded(bandsOf(falloff), { x: 0, y: 0 }) : isTurned(footprint) ? turns() : []),
  ];
  const writer = new RecordWriter((pairs.length / FOUR) * SubrayBlock.SIZE);
  pairs.forEach(({ x, y }, k) => {
    const at = Math.floor(k / FOUR) * SubrayBlock.SIZE + (k % FOUR) * Float32Array.BYTES_PER_ELEMENT;
    writer.f32(at + SubrayBlock.x, x);
    writer.f32(at + SubrayBlock.y, y);
  });
  return writer.buffer;
}

/** Pads pairs to whole blocks. */
function padded(pairs: readonly Pair[], padding: Pair): Pair[] {
  return [...pairs, ...Array<Pair>((FOUR - (pairs.length % FOUR)) % FOUR).fill(padding)];
}

/**
 * The points of the unit circle that define the rotations of layouts: half a step off the axes, so that no layout keeps
 * its orientation.
 */
function turns(): Pair[] {
  return Array.from({ length: TURNS }, (_, k) => {
    const angle = (2 * Math.PI * (k + 0.5)) / TURNS;
    return { x: Math.cos(angle), y: Math.sin(angle) };
  });
}

/** The fall of the shares, as the device reads it. */
const bandsOf = ({ subrays }: Falloff): Pair[] => subrays.map(({ inner, band }) => ({ x: inner, y: band }));

/** Equal shares of subrays that the device places for each pulse. */
const drawnLayout = (count: number): SubrayOffset[] =>
  Array.from({ length: count }, () => ({ x: 0, y: 0, share: 1 / count }));
