import { useRef } from 'preact/hooks';
import type { HeightProfile } from '../state/profile.js';
import type { Studio } from '../state/studio.js';
import { extent, niceSteps } from '../ui/axis.js';
import { useSize } from '../ui/use-size.js';

/** Pixels beside the plot: below it and above it, at its right, and of a character of the numbers beside it. */
const [BOTTOM, TOP, RIGHT, CHARACTER] = [24, 10, 24, 7.5];
/** Pixels that a number on an axis takes. */
const [ACROSS, UP] = [100, 36];

/** Heights of the chosen leg and of the ground below it, along its way. */
export function ProfilePlot({ studio }: { studio: Studio }) {
  const heights = studio.profile.heights.value;
  if (!heights) return <p class="quiet panel-note">Choose a line or a path to see how high above the ground it is.</p>;
  return <Plot heights={heights} />;
}

function Plot({ heights }: { heights: HeightProfile }) {
  const place = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(place).value;
  const { along, platform, ground } = heights;
  const [low, high] = extent(platform.map((z, k) => z - ground[k]));
  const [lowest, highest] = extent([...platform, ...ground]);
  // What is level lies in the middle.
  const pad = Math.max(0, 1 - (highest - lowest)) / 2;
  const [bottom, top] = [lowest - pad, highest + pad];
  const length = along[along.length - 1];
  const steps = niceSteps(bottom, top, Math.max(1, (height - BOTTOM - TOP) / UP));
  const left = 16 + CHARACTER * Math.max(...steps.map((value) => `${value} m`.length));
  const x = (value: number) => left + (value / length) * Math.max(1, width - left - RIGHT);
  const y = (value: number) =>
    height - BOTTOM - ((value - bottom) / (top - bottom)) * Math.max(1, height - BOTTOM - TOP);
  const hasGround = low <= high;
  const words = hasGround
    ? `Heights above the ground: ${decimetres(low)} m to ${decimetres(high)} m over ${length.toFixed(0)} m`
    : 'There is no ground below this leg: label what is ground or road surface in the scene';
  return (
    <figure class="profile">
      <figcaption>{words}</figcaption>
      <div class="profile-place" ref={place}>
        {width > 0 && (
          <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words}>
            {steps.map((value) => (
              <g key={value}>
                <line class="grid" x1={left} x2={width - RIGHT} y1={y(value)} y2={y(value)} />
                <text x={left - 6} y={y(value) + 4} text-anchor="end">
                  {value} m
                </text>
              </g>
            ))}
            {niceSteps(0, length, Math.max(1, (width - left) / ACROSS)).map((value) => (
              <text key={value} x={x(value)} y={height - 6} text-anchor="middle">
                {value} m
              </text>
            ))}
            {hasGround && (
              <path class="profile-ground" d={`${lineOf(heights, 'ground', x, y)} V${y(bottom)} H${left} Z`} />
            )}
            <path class="profile-way" d={lineOf(heights, 'platform', x, y)} />
          </svg>
        )}
      </div>
    </figure>
  );
}

/** Without a minus before zero. */
const decimetres = (value: number): string => (Math.round(10 * value) / 10 + 0).toFixed(1);

function lineOf(
  { along, ...lines }: HeightProfile,
  name: 'platform' | 'ground',
  x: (value: number) => number,
  y: (value: number) => number,
): string {
  const known = [...along.keys()].filter((k) => Number.isFinite(lines[name][k]));
  return known
    .map((k, index) => `${index === 0 ? 'M' : 'L'}${x(along[k]).toFixed(1)} ${y(lines[name][k]).toFixed(1)}`)
    .join('');
}
