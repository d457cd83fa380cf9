import { useRef } from 'preact/hooks';
import type { DistanceColumn } from 'subray/browser';
import { ticksOf } from '../plot/plot-frame.js';
import { formatMetres } from '../ui/format.js';
import { useTextSize } from '../ui/use-size.js';
import type { ComparedNames } from './distance-table.js';

/** Pixels below the bars, for the axis. */
const AXIS = 18;
/** Pixels beside the bars, for the numbers of points; and between two of those. */
const [LEFT, APART] = [44, 14];
/** Bars that are drawn of each cloud. */
const BARS = 64;

/** Number of points of either cloud by distance; the last bar includes those beyond the scale. */
export function DistanceHistogram({ found, names }: ComparedNames) {
  const place = useRef<HTMLDivElement>(null);
  const { width, height } = useTextSize(place).value;
  const { aToB, bToA } = found.distances;
  const { high } = aToB.scale;
  const [medianA, medianB] = [found.aToB.distance.median, found.bToA.distance.median];
  const medians = `median of ${names.a} ${formatMetres(medianA)}, of ${names.b} ${formatMetres(medianB)}`;
  const label = `Points by distance, from 0 to ${formatMetres(high)}; ${medians}`;
  const [a, b] = [barsOf(aToB), barsOf(bToA)];
  const size = { width, base: height - AXIS, most: Math.max(1, ...a, ...b) };
  const room = Math.max(1, width - LEFT);
  const at = (metres: number) => LEFT + (high > 0 ? Math.min(1, metres / high) * room : 0);
  const { values, decimals } = high > 0 ? ticksOf(0, high, Math.max(3, room / 90)) : { values: [0], decimals: 0 };
  return (
    <figure class="distance-histogram">
      <div class="distance-place" ref={place}>
        <svg viewBox={`0 0 ${Math.max(1, width)} ${Math.max(1, height)}`} role="img" aria-label={label}>
          {countTicks(size).map((count) => (
            <g key={count} class="count">
              <line x1={LEFT - 4} x2={width} y1={topOf(count, size)} y2={topOf(count, size)} />
              <text x={LEFT - 6} y={topOf(count, size) + 4}>
                {shortCount(count)}
              </text>
            </g>
          ))}
          <path class="bars-a" d={outline(a, size)} />
          <path class="bars-b" d={outline(b, size)} />
          <line class="median-a" x1={at(medianA)} x2={at(medianA)} y1={0} y2={size.base} />
          <line class="median-b" x1={at(medianB)} x2={at(medianB)} y1={0} y2={size.base} />
          <line class="axis" x1={LEFT} x2={width} y1={size.base} y2={size.base} />
          {values.map((value) => (
            <g key={value}>
              <line class="axis" x1={at(value)} x2={at(value)} y1={size.base} y2={size.base + 4} />
              <text x={Math.min(width - 16, at(value))} y={size.base + 15}>
                {value.toFixed(decimals)}
              </text>
            </g>
          ))}
        </svg>
      </div>
      <figcaption>Points by distance, m; heights by the square root, medians dashed</figcaption>
    </figure>
  );
}

function barsOf({ histogram }: DistanceColumn): number[] {
  const each = histogram.length / BARS;
  return Array.from({ length: BARS }, (_, k) =>
    histogram.subarray(k * each, (k + 1) * each).reduce((sum, count) => sum + count, 0),
  );
}

/** The area of the bars. */
interface BarSize {
  width: number;
  base: number;
  most: number;
}

/** Heights by the square root, so that the few far points are seen beside the many near ones. */
const topOf = (count: number, { base, most }: BarSize): number => base - (base - 8) * Math.sqrt(count / most);

function outline(bars: readonly number[], size: BarSize) {
  const step = Math.max(1, size.width - LEFT) / BARS;
  const tops = bars.map((count, k) => `V${topOf(count, size).toFixed(1)}H${(LEFT + (k + 1) * step).toFixed(1)}`);
  return `M${LEFT} ${size.base}${tops.join('')}V${size.base}z`;
}

/** Round numbers of points up to the highest bar, as many as have room. */
function countTicks(size: BarSize): number[] {
  const round = Array.from({ length: 30 }, (_, k) => [5, 2, 1][k % 3] * 10 ** (9 - Math.floor(k / 3)));
  let below = -Infinity;
  return round.filter((count) => {
    const top = topOf(count, size);
    if (count > size.most || top - below < APART || size.base - top < APART) return false;
    below = top;
    return true;
  });
}

/** A round number in few letters: 100 k. */
const shortCount = (count: number): string =>
  count >= 1e6 ? `${count / 1e6} M` : count >= 1e3 ? `${count / 1e3} k` : String(count);
