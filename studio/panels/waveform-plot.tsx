import { LIGHT_SPEED, type PulseTrace } from 'subray/browser';
import { ticksOf } from '../plot/plot-frame.js';
import { siText } from '../ui/si-text.js';

type Waveform = PulseTrace['waveform'];

const WORDS: Readonly<Record<Waveform['kind'], string>> = {
  received: 'Light at the receiver over time',
  recorded: 'Waveform as it is recorded',
  bins: 'Bins of the waveform',
};

/** Pixels of the drawing. Beside its plot are the power's scale, the ranges of returns, and those of time and range. */
const [WIDTH, HEIGHT] = [320, 148];
const [LEFT, TOP, RIGHT, BOTTOM] = [56, 18, 4, 36];
const BASE = HEIGHT - BOTTOM;
/** Pixels of a scale's number at least, and seconds in a nanosecond. */
const [APART, NS] = [44, 1e-9];
/** Width of the gap between two stretches of light, in which there is none. */
const GAP = 14;

/** A stretch of the waveform, and where it is drawn. */
interface Stretch {
  part: Waveform['parts'][number];
  end: number;
  left: number;
  right: number;
}

/** Stretches side by side, each as wide as it is long. */
function stretchesOf({ parts, interval }: Waveform): Stretch[] {
  const lengths = parts.map(({ power }) => Math.max(1, power.length - 1) * interval);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const room = WIDTH - LEFT - RIGHT - GAP * (parts.length - 1);
  let left = LEFT;
  return parts.map((part, k) => {
    const right = left + (lengths[k] / total) * room;
    const stretch = { part, end: part.start + lengths[k], left, right };
    left = right + GAP;
    return stretch;
  });
}

/** The light of a pulse over time and range, with the ranges of its returns. Time without light is left out. */
export function WaveformPlot({ waveform }: { waveform: Waveform }) {
  const { parts, interval, returnTimes, threshold, kind } = waveform;
  if (parts.length === 0) return null;
  const stretches = stretchesOf(waveform);
  const most = Math.max(threshold ?? 0, ...parts.map(({ power }) => power.reduce((a, b) => Math.max(a, b), 0)));
  const y = (power: number) => BASE - (most > 0 ? power / most : 0) * (BASE - TOP - 4);
  const pathOf = (stretch: Stretch) =>
    Array.from(stretch.part.power, (power, k) => {
      const x = placeOf(stretch, stretch.part.start + k * interval);
      return `${k === 0 ? 'M' : 'L'}${x.toFixed(2)} ${y(power).toFixed(2)}`;
    }).join('');
  const marks = Array.from(returnTimes).flatMap((time) => {
    const stretch = stretches.find(({ part, end }) => time >= part.start && time <= end);
    return stretch ? [{ time, x: placeOf(stretch, time) }] : [];
  });
  return (
    <figure class="waveform">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${WORDS[kind]}: ${returnTimes.length} returns`}>
        <PowerScale most={most} y={y} />
        {threshold !== undefined && (
          <path class="threshold" d={`M${LEFT} ${y(threshold).toFixed(2)}H${WIDTH - RIGHT}`} />
        )}
        {stretches.map((stretch) => (
          <g key={stretch.left}>
            <Scale stretch={stretch} perUnit={NS} top={BASE} below={12} />
            <Scale stretch={stretch} perUnit={2 / LIGHT_SPEED} below={26} />
            <path class="power" d={pathOf(stretch)} />
          </g>
        ))}
        <text x={LEFT - 8} y={BASE + 12} text-anchor="end">
          time, ns
        </text>
        <text x={LEFT - 8} y={BASE + 26} text-anchor="end">
          range, m
        </text>
        {marks.map(({ time, x }) => (
          <g key={time}>
            <path class="return" d={`M${x.toFixed(2)} ${TOP - 2}V${BASE}`} />
            <text class="return-range" x={Math.min(WIDTH - 26, Math.max(LEFT + 22, x))} y={11} text-anchor="middle">
              {((time * LIGHT_SPEED) / 2).toFixed(3)} m
            </text>
          </g>
        ))}
      </svg>
      <figcaption>
        {WORDS[kind]}
        {threshold === undefined ? '' : `; dotted: detected from ${siText(Number(threshold.toPrecision(3)), 'W')}`}
      </figcaption>
    </figure>
  );
}

const placeOf = ({ part, end, left, right }: Stretch, time: number): number =>
  left + ((time - part.start) / (end - part.start)) * (right - left);

/** The greatest power, half of it, and none. */
function PowerScale({ most, y }: { most: number; y(power: number): number }) {
  return (
    <g class="scale">
      {(most > 0 ? [0, most / 2, most] : [0]).map((power) => (
        <g key={power}>
          <path d={`M${LEFT - 3} ${y(power).toFixed(2)}H${WIDTH - RIGHT}`} />
          <text x={LEFT - 6} y={y(power) + 3.5} text-anchor="end">
            {power === 0 ? '0' : siText(Number(power.toPrecision(3)), 'W')}
          </text>
        </g>
      ))}
    </g>
  );
}

/** Round numbers of a unit along a stretch, `below` its base; ticks where it has a `top`. */
function Scale({ stretch, perUnit, top, below }: { stretch: Stretch; perUnit: number; top?: number; below: number }) {
  const { part, end, left, right } = stretch;
  const { values, decimals } = ticksOf(part.start / perUnit, end / perUnit, Math.max(1, (right - left) / APART));
  return (
    <g class="scale">
      {values.map((value) => {
        const x = placeOf(stretch, value * perUnit);
        const text = value.toFixed(decimals);
        const half = 2.8 * text.length;
        return (
          <g key={value}>
            {top !== undefined && <path d={`M${x.toFixed(2)} ${top}v3`} />}
            <text
              x={Math.min(right + RIGHT - half, Math.max(left - 4 + half, x))}
              y={BASE + below}
              text-anchor="middle"
            >
              {text}
            </text>
          </g>
        );
      })}
    </g>
  );
}
