import type { DistanceColumn } from 'subray/browser';
import { ticksOf } from '../plot/plot-frame.js';
import { formatMetres } from '../ui/format.js';
import type { ComparedNames } from './distance-table.js';

const WIDTH = 300;
const HEIGHT = 150;
const BASE = HEIGHT - 30;
/** Bars that are drawn of each cloud. */
const BARS = 64;

/** How many points of either cloud have each distance; the last bar has those beyond the scale, too. */
export function DistanceHistogram({ found, names }: ComparedNames) {
  const { aToB, bToA } = found.distances;
  const { high } = aToB.scale;
  const [a, b] = [barsOf(aToB), barsOf(bToA)];
  const most = Math.max(1, ...a, ...b);
  const at = (metres: number) => (high > 0 ? Math.min(1, metres / high) * WIDTH : 0);
  const { values, decimals } = high > 0 ? ticksOf(0, high, 4) : { values: [0], decimals: 0 };
  const [medianA, medianB] = [found.aToB.distance.median, found.bToA.distance.median];
  const label = `Points by distance, from 0 to ${formatMetres(high)}; median of ${names.a} ${formatMetres(medianA)}, of ${names.b} ${formatMetres(medianB)}`;
  return (
    <svg class="distance-histogram" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <path class="bars-a" d={outline(a, most)} />
      <path class="bars-b" d={outline(b, most)} />
      <line class="median-a" x1={at(medianA)} x2={at(medianA)} y1={0} y2={BASE} />
      <line class="median-b" x1={at(medianB)} x2={at(medianB)} y1={0} y2={BASE} />
      <line class="axis" x1={0} x2={WIDTH} y1={BASE} y2={BASE} />
      {values.map((value) => (
        <g key={value}>
          <line class="axis" x1={at(value)} x2={at(value)} y1={BASE} y2={BASE + 4} />
          <text x={Math.min(WIDTH - 14, Math.max(12, at(value)))} y={BASE + 15}>
            {value.toFixed(decimals)}
          </text>
        </g>
      ))}
      <text class="unit-text" x={WIDTH / 2} y={HEIGHT - 2}>
        distance to the other cloud, m; dashed: medians
      </text>
    </svg>
  );
}

function barsOf({ histogram }: DistanceColumn): number[] {
  const each = histogram.length / BARS;
  return Array.from({ length: BARS }, (_, k) =>
    histogram.subarray(k * each, (k + 1) * each).reduce((sum, count) => sum + count, 0),
  );
}

/** Heights by the square root, so that the few far points are seen beside the many near ones. */
function outline(bars: readonly number[], most: number): string {
  const step = WIDTH / BARS;
  const tops = bars.map((count, k) => `V${(BASE - (BASE - 4) * Math.sqrt(count / most)).toFixed(1)}H${(k + 1) * step}`);
  return `M0 ${BASE}${tops.join('')}V${BASE}z`;
}
