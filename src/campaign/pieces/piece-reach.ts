import { type Box3, emptyBox, growBox, length, type Vec3 } from '../../base/vec3.js';
import type { PulseLister } from '../../engine/cpu/pulse-lister.js';
import type { Leg } from '../../platform/leg.js';
import { firingScanners, scannerIn } from '../../scanner/leg-scanner.js';
import { movesReturns } from '../../scanner/moves-returns.js';
import { recordedRanges } from '../../scanner/recorded-ranges.js';
import type { Scanner } from '../../scanner/scanner.js';
import type { InstrumentScan } from '../../simulation/instrument-scan.js';
import type { Piece } from './piece.js';

/** Allowance for rounding on the device, and much more, metres: hits behind the maximum range count for nothing. */
const MARGIN = 50;

/**
 * Whether the points of a scan follow from surfaces within the maximum range alone: artefacts may fold farther ones
 * back, light of bins and sampled waveforms comes from anywhere, the sun's is held off by far ones, and a platform
 * that jitters has no limit.
 */
export const seesWithinRange = (scan: InstrumentScan): boolean =>
  scan.colors === undefined &&
  scan.jitter === undefined &&
  scan.physics?.echoes !== 'bins' &&
  firingScanners(scan).every(
    (scanner) => !movesReturns(scanner) && scanner.sampling === undefined && Number.isFinite(farthest(scanner)),
  );

/** The largest range that a laser of a scanner records. */
const farthest = (scanner: Scanner): number =>
  Math.max(...scanner.channels.map((channel) => recordedRanges(scanner, channel).rangeMax));

/** A box with everything that the pulses of a piece can meet: around the way of the platform, in all directions. */
export function reachOf(scan: InstrumentScan, { leg: index, first, end }: Piece, lister: PulseLister): Box3 {
  const leg = scan.legs[index];
  const scanner = scannerIn(scan, index);
  const times = [first, end - 1].map((pulse) => lister(pulse, 1).times[0]);
  const origins = scanner.channels.map(({ origin }) => length(origin));
  const beside = length((leg.mount ?? scan.mount).position) + Math.max(0, ...origins) + scanner.exitRadius;
  const by = farthest(scanner) + beside + MARGIN;
  const { min, max } = wayOf(leg.path, times[0], times[1]);
  return { min: [min[0] - by, min[1] - by, min[2] - by], max: [max[0] + by, max[1] + by, max[2] + by] };
}

/** The box of the way between two times, which is straight between two poses. */
function wayOf(path: Leg['path'], from: number, to: number): Box3 {
  const box = emptyBox();
  if (path.kind === 'station') growBox(box, ...path.position);
  else if (path.kind === 'straight') for (const time of [from, to]) growBox(box, ...placeOnLine(path, time));
  else {
    const { times, positions } = path.trajectory;
    for (let k = 0; k < times.length; k++) {
      const isAfter = k > 0 && times[k - 1] > to;
      const isBefore = k + 1 < times.length && times[k + 1] < from;
      if (!isAfter && !isBefore) growBox(box, positions[3 * k], positions[3 * k + 1], positions[3 * k + 2]);
    }
  }
  return box;
}

function placeOnLine({ from, to, speed }: Extract<Leg['path'], { kind: 'straight' }>, time: number): Vec3 {
  const way: Vec3 = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const part = (time * speed) / length(way);
  return [from[0] + part * way[0], from[1] + part * way[1], from[2] + part * way[2]];
}
