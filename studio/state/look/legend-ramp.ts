import type { ReadonlySignal } from '@preact/signals';
import { INTENSITY_TONES, type IntensityTone } from 'subray/browser';
import type { Cloud } from '../clouds/cloud.js';
import { columnFor } from './cloud-column.js';
import type { LegendSource } from './legend-entries.js';
import { type ColorMode, type Look, WHOLE_RAMP } from './look.js';
import type { MergedNumbers } from './merge-columns.js';
import { rampBars, rampMarks, rampTexts } from './ramp-ends.js';
import type { RAMPS } from './ramps.js';

/** The ramp of a legend, and what it stands for. */
export interface LegendRamp {
  kind: keyof typeof RAMPS;
  /** Values at its low end, its middle and its high end. */
  marks: readonly string[];
  /** Points in equal parts of it. */
  bars: readonly number[];
  /** The value at a share of it, 0…1, in words. */
  textAt(share: number): string;
  /** Meaning of numbers without a unit. */
  note?: string;
}

const BARS = 64;

/** The part of a ramp whose points are shown, in words. */
export function spanText(look: Look, mode: ColorMode, { textAt }: LegendRamp): string {
  const [from, to] = look.spanOf(mode).map((color) => textAt(color / WHOLE_RAMP[1]));
  return `${from} to ${to}`;
}

interface Shown {
  readonly look: Look;
  readonly legend: ReadonlySignal<LegendSource>;
  readonly clouds: { readonly visible: ReadonlySignal<readonly Cloud[]> };
}

/** The ramp by which the clouds that are shown are coloured; undefined: they are not, or have no values yet. */
export function legendRamp({ look, legend, clouds }: Shown): LegendRamp | undefined {
  const mode = look.mode.value;
  const { numbers } = legend.value;
  const shown = clouds.visible.value.filter(({ points }) => points > 0);
  if ('plain' in mode)
    return mode.plain === 'height' ? heightRamp(shown) : mode.plain === 'intensity' ? toneRamp(shown) : undefined;
  if (!numbers) return undefined;
  const units = shown.map((cloud) => columnFor(cloud, mode)?.attribute.unit);
  return 'distance' in mode
    ? { kind: 'distance', ...valueRamp(numbers, 'm') }
    : {
        kind: 'value',
        ...valueRamp(
          numbers,
          units.find((unit) => unit !== undefined),
        ),
      };
}

/** Values beyond the ends have their colours, and the marks there have ≤ or ≥. */
function valueRamp(numbers: MergedNumbers, unit: string | undefined): Pick<LegendRamp, 'marks' | 'bars' | 'textAt'> {
  const { low, high, least, greatest } = numbers;
  const beyond = { hasBelow: least < low, hasAbove: greatest > high };
  const marks = rampMarks([low, (low + high) / 2, high], unit, beyond);
  return { marks, bars: rampBars(numbers, BARS), textAt: textBetween(low, high, unit) };
}

function heightRamp(clouds: readonly Cloud[]): LegendRamp {
  const low = Math.min(...clouds.map(({ tally }) => tally.min[2]));
  const high = Math.max(...clouds.map(({ tally }) => tally.max[2]));
  const bars = clouds.map(({ tally: { heights } }) => {
    const { from, width, counts } = heights;
    return rampBars({ low, high, span: [from, from + width * counts.length], histogram: counts }, BARS);
  });
  const marks = rampMarks([low, (low + high) / 2, high], 'm', { hasBelow: false, hasAbove: false });
  return { kind: 'height', marks, bars: sumOf(bars), textAt: textBetween(low, high, 'm') };
}

/** Intensities are numbers of the file. One tone makes them comparable; clouds of several tones have none in common. */
function toneRamp(clouds: readonly Cloud[]): LegendRamp {
  const bars = sumOf(clouds.map(({ tally: { tones } }) => barsOfTones(tones)));
  const [tone] = clouds.map((cloud) => cloud.tone);
  if (!tone || clouds.some((cloud) => !cloud.tone || !isSame(cloud.tone, tone)))
    return { kind: 'intensity', marks: ['weak', '', 'strong'], bars, textAt: percent };
  const { low, high, power } = tone;
  const hasBelow = low > 0 && bars[0] > 0;
  const hasAbove = bars[BARS - 1] > 0 && clouds.some(({ tally }) => tally.tones[255] > 0);
  const marks = rampMarks([low, low + (high - low) * 0.5 ** (1 / power), high], undefined, { hasBelow, hasAbove });
  const textAt = (share: number) => between(low, high, undefined, share ** (1 / power));
  return { kind: 'intensity', marks, bars, textAt, note: noteOf(tone) };
}

/** The value at a share of the way from one to another, with enough digits to distinguish these. */
const between = (low: number, high: number, unit: string | undefined, share: number): string =>
  rampTexts([low, high, low + (high - low) * share], unit)[2];

const textBetween = (low: number, high: number, unit: string | undefined) => (share: number) =>
  between(low, high, unit, share);

const percent = (share: number): string => `${Math.round(100 * share)} %`;

const barsOfTones = (tones: Uint32Array): number[] => {
  const each = tones.length / BARS;
  return Array.from({ length: BARS }, (_, k) =>
    tones.subarray(k * each, (k + 1) * each).reduce((sum, count) => sum + count, 0),
  );
};

const isSame = (a: IntensityTone, b: IntensityTone): boolean =>
  a.low === b.low && a.high === b.high && a.power === b.power;

function noteOf(tone: IntensityTone): string | undefined {
  if (isSame(tone, INTENSITY_TONES.amplitude)) return 'hundredths of a decibel above the detection limit';
  return isSame(tone, INTENSITY_TONES.reflectance)
    ? 'hundredths of a decibel above −50 dB of a white target'
    : undefined;
}

const sumOf = (lists: readonly (readonly number[])[]): number[] =>
  Array.from({ length: BARS }, (_, k) => lists.reduce((sum, list) => sum + list[k], 0));
