import { firstIndex } from '../../base/first-index.js';
import type { Vec3 } from '../../base/vec3.js';
import { extentOf } from '../extent.js';
import { cellCentre, type HeightRaster, heightRange } from '../height-raster.js';
import { pulseShare, type SwathProfile } from '../scanner/swath-profile.js';
import type { FlightLine } from './flight-lines.js';

/** A flight line with its height. */
export interface FlownLine extends FlightLine {
  /** Points of the scanner's path, from the first to the last; straight between them. */
  path: readonly Vec3[];
}

/** Coverage of cells of the ground by strips, and expected points. */
export interface StripCoverage {
  /** Number of strips that cover each cell. */
  counts: Uint16Array;
  /** Pulses of all strips that meet each cell a square metre, for each pulse of a metre of flight. */
  shares: Float64Array;
}

/** Strips over each cell of the ground: a strip covers a place that at least one of its pulses meets. */
export function stripCoverage(ground: HeightRaster, lines: readonly FlownLine[], profile: SwathProfile): StripCoverage {
  const strips = lines.map(stripOf);
  const rising = strips.length < 2 || strips[1].side > strips[0].side;
  const sides = Float64Array.from(strips, ({ side }) => (rising ? side : -side));
  const low = heightRange(ground)?.low ?? 0;
  const [, highest] = extentOf(lines.flatMap(({ path }) => path.map(([, , z]) => z)));
  const reach = Math.max(-profile.left, profile.right) * (highest - low);
  const counts = new Uint16Array(ground.heights.length);
  const shares = new Float64Array(ground.heights.length);
  ground.heights.forEach((height, cell) => {
    if (Number.isNaN(height)) return;
    const [x, y] = cellCentre(ground, cell);
    // Only lines that are near enough: a block may have thousands.
    const side = (rising ? 1 : -1) * strips[0].toRight(x, y);
    for (
      let k = firstIndex(sides, (each) => each >= side - reach);
      k < strips.length && sides[k] <= side + reach;
      k++
    ) {
      const share = shareOfStrip(strips[k], lines[k], profile, [x, y, height]);
      if (share > 0) counts[cell]++;
      shares[cell] += share;
    }
  });
  return { counts, shares };
}

interface Strip {
  /** Unit vector along the flight. */
  along: readonly [number, number];
  /** Position of the line, or of any point, to the right of the first line's direction. */
  side: number;
  toRight(x: number, y: number): number;
}

function stripOf({ from, to, length }: FlightLine, _index: number, all: readonly FlightLine[]): Strip {
  const along = [(to[0] - from[0]) / length, (to[1] - from[1]) / length] as const;
  const [first] = all;
  const [u, v] = [(first.to[0] - first.from[0]) / first.length, (first.to[1] - first.from[1]) / first.length];
  const toRight = (x: number, y: number) => x * v - y * u;
  return { along, side: toRight(from[0], from[1]), toRight };
}

function shareOfStrip(
  { along: [u, v] }: Strip,
  { from, length, path }: FlownLine,
  profile: SwathProfile,
  [x, y, ground]: Vec3,
): number {
  const [dx, dy] = [x - from[0], y - from[1]];
  const way = dx * u + dy * v;
  const height = pathHeight(path, Math.min(1, Math.max(0, way / length))) - ground;
  if (height <= 0) return 0;
  const across = dx * v - dy * u;
  return pulseShare(profile, across / height, way / height, (length - way) / height) / height;
}

/** Height of the path at a fraction of its length over the ground. */
export function pathHeight(path: readonly Vec3[], share: number): number {
  const [first, last] = [path[0], path[path.length - 1]];
  const whole = Math.hypot(last[0] - first[0], last[1] - first[1]);
  if (path.length === 2 && whole > 0) return first[2] + (last[2] - first[2]) * share;
  const way = share * whole;
  let [low, high] = [0, path.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (Math.hypot(path[middle][0] - first[0], path[middle][1] - first[1]) <= way) low = middle;
    else high = middle;
  }
  const before = Math.hypot(path[low][0] - first[0], path[low][1] - first[1]);
  const step = Math.hypot(path[high][0] - path[low][0], path[high][1] - path[low][1]);
  const t = step > 0 ? Math.min(1, (way - before) / step) : 0;
  return path[low][2] + (path[high][2] - path[low][2]) * t;
}
