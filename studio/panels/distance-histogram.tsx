import { useRef } from 'preact/hooks';
import type { DistanceColumn } from 'subray/browser';
import { ticksOf } from '../plot/plot-frame.js';
import { formatMetres } from '../ui/format.js';
import { useSize } from '../ui/use-size.js';
import type { ComparedNames } from './distance-table.js';

/** Pixels below the bars, for the axis. */
const AXIS = 18;
/** Bars that are drawn of each cloud. */
const BARS = 64;

/** How many points of either cloud have each distance; the last bar has those beyond the scale, too. */
export function DistanceHistogram({ found, names }: ComparedNames) {
  const place = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(place).value;
  const { aToB, bToA } = found.distances;
  const { high } = aToB.scale;
  const [medianA, medianB] = [found.aToB.distance.median, found.bToA.distance.median];
  const label = `Points by distance, from 0 to ${formatMetres(high)}; median of ${names.a} ${formatMetres(medianA)}, of ${names.b} ${formatMetres(medianB)}`;
  const [a, b] = [barsOf(aToB), barsOf(bToA)];
  const size = { width, base: height - AXIS, most: Math.max(1, ...a, ...b) };
  const at = (metres: number) => (high > 0 ? Math.min(1, metres / high) * width : 0);
  const { values, decimals } = high > 0 ? ticksOf(0, high, Math.max(2, width / 90)) : { values: [0], decimals: 0 };
  return (
    <figure class="distance-histogram">
      <div class="distance-place" ref={place}>
        <svg viewBox={`0 0 ${Math.max(1, width)} ${Math.max(1, height)}`} role="img" aria-label={label}>
          <path class="bars-a" d={outline(a, size)} />
          <path class="bars-b" d={outline(b, size)} />
          <line class="median-a" x1={at(medianA)} x2={at(medianA)} y1={0} y2={size.base} />
          <line class="median-b" x1={at(medianB)} x2={at(medianB)} y1={0} y2={size.base} />
          <line class="axis" x1={0} x2={width} y1={size.base} y2={size.base} />
          {values.map((value) => (
            <g key={value}>
              <line class="axis" x1={at(value)} x2={at(value)} y1={size.base} y2={size.base + 4} />
              <text x={Math.min(width - 16, Math.max(14, at(value)))} y={size.base + 15}>
                {value.toFixed(decimals)}
              </text>
            </g>
          ))}
        </svg>
      </div>
      <figcaption>Distance to the other cloud, m; dashed: medians</figcaption>
    </figure>
  );
}

function barsOf({ histogram }: DistanceColumn): number[] {
  const each = histogram.length / BARS;
  return Array.from({ length: BARS }, (_, k) =>
    histogram.subarray(k * each, (k + 1) * each).reduce((sum, count) => sum + count, 0),
  );
}

/** Heights by the square root, so that the few far points are seen beside the many near ones. */
function outline(bars: readonly number[], { width, base, most }: { width: number; base: number; most: number }) {
  const step = width / BARS;
  const tops = bars.map((count, k) => {
    const top = base - (base - 4) * Math.sqrt(count / most);
    return `V${top.toFixed(1)}H${((k + 1) * step).toFixed(1)}`;
  });
  return `M0 ${base}${tops.join('')}V${base}z`;
}
