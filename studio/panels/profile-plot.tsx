import type { HeightProfile } from '../state/profile.js';
import type { Studio } from '../state/studio.js';
import { extent, niceSteps } from '../ui/axis.js';

/** Size of the plot in its own units, and room for the numbers on its axes. */
const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [900, 170, 52, 24, 10];

/** Heights of the chosen leg and of the ground below it, along its way. */
export function ProfilePlot({ studio }: { studio: Studio }) {
  const heights = studio.profile.heights.value;
  if (!heights) return <p class="quiet panel-note">Choose a line or a path to see how high above the ground it is.</p>;
  const { along, platform, ground } = heights;
  const above = platform.map((z, k) => z - ground[k]);
  const [low, high] = extent(above);
  const [bottom, top] = extent([...platform, ...ground]);
  const span = Math.max(1, top - bottom);
  const length = along[along.length - 1];
  const x = (value: number) => LEFT + (value / length) * (WIDTH - LEFT - 10);
  const y = (value: number) => HEIGHT - BOTTOM - ((value - bottom) / span) * (HEIGHT - BOTTOM - TOP);
  const hasGround = low <= high;
  const words = hasGround
    ? `Heights above the ground: ${low.toFixed(1)} m to ${high.toFixed(1)} m over ${length.toFixed(0)} m`
    : 'There is no ground below this leg: label what is ground in the scene';
  return (
    <figure class="profile">
      <figcaption>{words}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words}>
        {niceSteps(bottom, top, 4).map((value) => (
          <g key={value}>
            <line class="grid" x1={LEFT} x2={WIDTH - 10} y1={y(value)} y2={y(value)} />
            <text x={LEFT - 6} y={y(value) + 4} text-anchor="end">
              {value} m
            </text>
          </g>
        ))}
        {niceSteps(0, length, 8).map((value) => (
          <text key={value} x={x(value)} y={HEIGHT - 6} text-anchor="middle">
            {value} m
          </text>
        ))}
        {hasGround && <path class="profile-ground" d={`${lineOf(heights, 'ground', x, y)} V${y(bottom)} H${LEFT} Z`} />}
        <path class="profile-way" d={lineOf(heights, 'platform', x, y)} />
      </svg>
    </figure>
  );
}

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
