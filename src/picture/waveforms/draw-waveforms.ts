import type { CreateOptions, WithFiles } from '../../base/files/files.js';
import { basename } from '../../base/files/paths.js';
import type { RecordedPart, RecordedPulse } from '../../io/waveforms/recorded-pulse.js';
import { CURVE_COLORS, type Curve, drawLineChart } from '../chart/line-chart.js';
import { metricPrefix } from '../raster/metric-prefix.js';
import { THEMES } from '../raster/theme.js';
import { writePng } from '../raster/write-png.js';

export interface DrawWaveformsOptions extends CreateOptions, WithFiles {
  width: number;
  height: number;
  background: 'dark' | 'light';
}

/** Metres of range a second of two-way time: 299 792 458 m/s / 2. */
const METRES_PER_SECOND = 299_792_458 / 2;
const NANOSECOND = 1e-9;
/** The axis extends to the highest value times this factor. */
const HEAD_ROOM = 1.05;

/**
 * Writes a picture of the waveforms of pulses, power over range or, if the file does not state it, over time, with a
 * vertical line at each return, to the PNG file `png`, whole or not at all. Throws UserError if it cannot be written.
 */
export async function drawWaveforms(
  path: string,
  pulses: readonly RecordedPulse[],
  png: string,
  { files, force, background, ...size }: DrawWaveformsOptions,
): Promise<void> {
  const overRange = pulses.every(({ fromEmission }) => fromEmission);
  let [least, most] = [0, Number.MIN_VALUE];
  for (const { parts } of pulses)
    for (const { power } of parts)
      for (const value of power) {
        if (value > most) most = value;
        if (value < least) least = value;
      }
  const { prefix, factor } = metricPrefix(most);
  const chart = {
    curves: pulses.map((pulse, k) => scaled(curveOf(pulse, k, overRange), factor)),
    xAxis: overRange ? { title: 'range', unit: 'm' } : { title: 'time since the first sample', unit: 'ns' },
    yAxis: { title: 'received power', unit: `${prefix}W` },
    yRange: { low: HEAD_ROOM * least * factor, high: HEAD_ROOM * most * factor },
    title: `Waveforms of ${basename(path)}`,
    subtitle: 'vertical lines: returns',
  };
  await writePng(png, () => drawLineChart(chart, size, THEMES[background]), { files, force });
}

const scaled = (curve: Curve, factor: number): Curve => ({ ...curve, y: curve.y.map((power) => power * factor) });

/** The parts of a pulse as one curve with gaps, and its returns as vertical strokes up to the waveform. */
function curveOf({ number, pulse, parts }: RecordedPulse, k: number, overRange: boolean): Curve {
  const [x, y]: [number[], number[]] = [[], []];
  const place = (time: number) => (overRange ? time * METRES_PER_SECOND : time / NANOSECOND);
  const lift = () => {
    x.push(Number.NaN);
    y.push(Number.NaN);
  };
  for (const part of parts) {
    part.power.forEach((power, sample) => {
      x.push(place(part.start + sample * part.interval));
      y.push(power);
    });
    lift();
    for (const moment of part.returns) {
      const at = place(part.start + moment);
      x.push(at, at);
      y.push(0, powerAt(part, moment));
      lift();
    }
  }
  const name = pulse === undefined ? `pulse ${number}` : `pulse ${number} (${pulse} of its leg)`;
  return { name, color: CURVE_COLORS[k % CURVE_COLORS.length], x: Float64Array.from(x), y: Float64Array.from(y) };
}

/** Power at a moment since the part's first sample, linear between samples. */
function powerAt({ power, interval }: RecordedPart, moment: number): number {
  const at = Math.min(Math.max(moment / interval, 0), power.length - 1);
  const [before, share] = [Math.floor(at), at % 1];
  return power[before] + share * ((power[before + 1] ?? power[before]) - power[before]);
}
