import { LIGHT_SPEED, type PulseTrace } from 'subray/browser';
import { siText } from '../ui/si-text.js';

type Waveform = PulseTrace['waveform'];

const WORDS: Readonly<Record<Waveform['kind'], string>> = {
  received: 'Light at the receiver over time',
  recorded: 'Waveform as it is recorded',
  bins: 'Bins of the waveform',
};

const WIDTH = 276;
const HEIGHT = 104;
const TOP = 16;
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
  const room = WIDTH - GAP * (parts.length - 1);
  let left = 0;
  return parts.map((part, k) => {
    const right = left + (lengths[k] / total) * room;
    const stretch = { part, end: part.start + lengths[k], left, right };
    left = right + GAP;
    return stretch;
  });
}

/** The light of a pulse over time, with its returns marked by their ranges; time without light is left out. */
export function WaveformPlot({ waveform }: { waveform: Waveform }) {
  const { parts, interval, returnTimes, threshold, kind } = waveform;
  if (parts.length === 0) return null;
  const stretches = stretchesOf(waveform);
  const most = Math.max(threshold ?? 0, ...parts.map(({ power }) => power.reduce((a, b) => Math.max(a, b), 0)));
  const y = (power: number) => HEIGHT - 4 - (power / most) * (HEIGHT - TOP - 8);
  const placeOf = ({ part, end, left, right }: Stretch, time: number) =>
    left + ((time - part.start) / (end - part.start)) * (right - left);
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
        {threshold !== undefined && <path class="threshold" d={`M0 ${y(threshold).toFixed(2)}H${WIDTH}`} />}
        {stretches.map((stretch) => (
          <path key={stretch.left} class="power" d={pathOf(stretch)} />
        ))}
        {marks.map(({ time, x }) => (
          <g key={time}>
            <path class="return" d={`M${x.toFixed(2)} ${TOP}V${HEIGHT}`} />
            <text x={Math.min(WIDTH - 24, Math.max(24, x))} y={11} text-anchor="middle">
              {((time * LIGHT_SPEED) / 2).toFixed(3)} m
            </text>
          </g>
        ))}
      </svg>
      <figcaption>
        {WORDS[kind]}, at most {siText(Number(most.toPrecision(3)), 'W')}
        {threshold === undefined ? '' : `, detected from ${siText(Number(threshold.toPrecision(3)), 'W')}`}
      </figcaption>
    </figure>
  );
}
