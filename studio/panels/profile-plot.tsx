import '../ui/profile.css';
import { useRef } from 'preact/hooks';
import type { HeightProfile } from '../state/legs/profile.js';
import { groundStretches, metresWithoutGround } from '../state/legs/profile-ground.js';
import type { Studio } from '../state/studio.js';
import { extent, niceSteps } from '../ui/axis.js';
import { useTextSize } from '../ui/use-size.js';

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
  const { width, height } = useTextSize(place).value;
  const { along, platform, ground } = heights;
  const [low, high] = extent(platform.map((z, k) => z - ground[k]));
  const [lowest, highest] = extent([...platform, ...ground]);
  // A level profile lies in the middle.
  const pad = Math.max(0, 1 - (highest - lowest)) / 2;
  const [bottom, top] = [lowest - pad, highest + pad];
  const length = along[along.length - 1];
  const steps = niceSteps(bottom, top, Math.max(1, (height - BOTTOM - TOP) / UP));
  const left = 16 + CHARACTER * Math.max(...steps.map((value) => `${value} m`.length));
  const x = (value: number) => left + (value / length) * Math.max(1, width - left - RIGHT);
  const y = (value: number) =>
    height - BOTTOM - ((value - bottom) / (top - bottom)) * Math.max(1, height - BOTTOM - TOP);
  /** The heights from a place of the leg to another one. */
  const line = (of: Float64Array, first: number, last: number) =>
    Array.from(
      { length: last - first + 1 },
      (_, k) => `${k === 0 ? 'M' : 'L'}${x(along[first + k]).toFixed(1)} ${y(of[first + k]).toFixed(1)}`,
    ).join('');
  const hasGround = low <= high;
  const bare = metresWithoutGround(heights);
  const words = hasGround
    ? `Heights above the ground: ${decimetres(low)} m to ${decimetres(high)} m over ${length.toFixed(0)} m${
        bare >= 0.5 ? `; no ground below ${bare.toFixed(0)} m of it` : ''
      }`
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
            {groundStretches(heights).map(([first, last]) => (
              <path
                key={first}
                class="profile-ground"
                d={`${line(ground, first, last)} V${y(bottom)} H${x(along[first])} Z`}
              />
            ))}
            <path class="profile-way" d={line(platform, 0, along.length - 1)} />
          </svg>
        )}
      </div>
    </figure>
  );
}

/** Without a minus before zero. */
const decimetres = (value: number): string => (Math.round(10 * value) / 10 + 0).toFixed(1);
