import type { ReadonlySignal } from '@preact/signals';
import { displayOrder, type IntensityTone, NO_VALUE, type ValueColumn } from 'subray/browser';
import type { PointFilter } from '../../view/point-field.js';
import type { Cloud } from '../clouds/cloud.js';
import { columnFor } from '../look/cloud-column.js';
import { categoriesOf, type LegendSource, paletteOf } from '../look/legend-entries.js';
import type { ColorMode, Look } from '../look/look.js';
import type { MergedNumbers } from '../look/merge-columns.js';
import { isShownBy, pointFilter } from '../look/point-filter.js';
import { shownRamp } from '../look/ramps.js';
import type { Cut } from './section.js';

/** The colour of points without a value. */
const GREY = 0x808890;

/** The look of clouds, and the legend of those that are shown. */
interface Colored {
  readonly look: Look;
  readonly legend: ReadonlySignal<LegendSource>;
}

type ColorOf = (point: number) => number | undefined;
type ShownRamp = ReturnType<typeof shownRamp>;

/** The colours of the points of a section as the view has them, 0xRRGGBB; −1: hidden. */
export function sectionColors(colored: Colored, cloud: Cloud, { points }: Cut): Int32Array {
  const mode = colored.look.mode.value;
  const colorOf = colorsOf(colored, cloud, points, mode) ?? (() => GREY);
  const filter = pointFilter(colored.look, colored.legend.value.tally);
  const isShown = filter ? shownOf(points, filter) : () => true;
  return Int32Array.from({ length: points.count }, (_, point) => (isShown(point) ? colorOf(point) : undefined) ?? -1);
}

/** A filter of a section's points, by the numbers of packed points. */
function shownOf({ values, tone, height }: Cut['points'], filter: PointFilter): (point: number) => boolean {
  const { classification, intensity, return_number: numbers, number_of_returns: counts } = values;
  const source = values.point_source_id;
  return (point) =>
    isShownBy(filter, {
      class: classification?.[point] ?? 0,
      tone: tone && intensity ? Math.round(255 * toneAt(intensity[point], tone)) : 0,
      returns: returnsByte(numbers?.[point] ?? 0, counts?.[point] ?? 0),
      leg: wrapped(source?.[point] ?? 0, 255),
      height: height[point],
    });
}

const toneAt = (intensity: number, { low, high, power }: IntensityTone): number => place(intensity, low, high) ** power;

const returnsByte = (number: number, count: number): number => Math.min(15, number) | (Math.min(15, count) << 4);

function colorsOf(colored: Colored, cloud: Cloud, points: Cut['points'], mode: ColorMode): ColorOf | undefined {
  const { look, legend } = colored;
  const { tally, numbers } = legend.value;
  const categories = categoriesOf(columnFor(cloud, mode));
  const ramp = shownRamp(look, mode);
  const palette = () => paletteOf(mode, legend.value, categories, (number) => look.isHidden(mode, number));
  if ('distance' in mode) return ofDistance(cloud, points, mode, numbers, ramp);
  if ('attribute' in mode)
    return ofAttribute(columnFor(cloud, mode), points.values[mode.attribute], numbers, ramp, palette);
  if (mode.plain === 'height') {
    const { min, max } = tally;
    return ofRamp(ramp, (point) => (points.height[point] - min[2]) / (max[2] - min[2]));
  }
  return ofPlain(points, mode.plain, ramp, palette);
}

function ofPlain(
  { values, tone }: Cut['points'],
  mode: 'class' | 'intensity' | 'return' | 'leg' | 'object',
  ramp: ShownRamp,
  palette: () => (number | undefined)[],
): ColorOf | undefined {
  const { classification, intensity, return_number: numbers, number_of_returns: counts, instance } = values;
  const source = values.point_source_id;
  if (mode === 'intensity') return tone && ofRamp(ramp, (point) => toneAt(intensity[point], tone));
  if (mode === 'object') return instance && ((point) => colorOfNumber(wrapped(instance[point], 65_535)));
  const colors = palette();
  if (mode === 'class') return classification && ((point) => colors[classification[point]]);
  if (mode === 'leg') return source && ((point) => colors[wrapped(source[point], 255)]);
  return numbers && counts && ((point) => colors[returnsByte(numbers[point], counts[point])]);
}

function ofAttribute(
  column: ValueColumn | undefined,
  values: Float64Array | undefined,
  limits: MergedNumbers | undefined,
  ramp: ShownRamp,
  palette: () => (number | undefined)[],
): ColorOf | undefined {
  if (!column || !values) return undefined;
  if (column.kind === 'numbers') {
    const { low, high } = limits ?? column.scale;
    return ofRamp(ramp, (point) => place(values[point], low, high));
  }
  const codes = new Map(column.categories.map(({ number }, code) => [number, Math.min(255, code)]));
  const colors = palette();
  return (point) => colors[codes.get(values[point]) ?? 255];
}

/** Distances are known as they are drawn: in the order of their chunk. */
function ofDistance(
  cloud: Cloud,
  { numbers }: Cut['points'],
  mode: ColorMode,
  limits: MergedNumbers | undefined,
  ramp: ShownRamp,
): ColorOf | undefined {
  const column = columnFor(cloud, mode);
  if (column?.kind !== 'numbers') return undefined;
  const chunks = cloud.field.chunks.map((chunk, k) => ({
    ...chunk,
    ...displayOrder(chunk.count),
    codes: column.chunks[k],
  }));
  const { low, high } = column.scale;
  const { low: least, high: most } = limits ?? column.scale;
  return ofRamp(ramp, (point) => {
    const chunk = chunks.findLast(({ first }) => first <= numbers[point]);
    if (!chunk) return Number.NaN;
    const code = chunk.codes[((numbers[point] - chunk.first) * chunk.inverse) % chunk.count];
    return code === NO_VALUE ? Number.NaN : place(low + (code * (high - low)) / (NO_VALUE - 1), least, most);
  });
}

const ofRamp =
  (ramp: ShownRamp, at: (point: number) => number): ColorOf =>
  (point) => {
    const t = at(point);
    return Number.isNaN(t) ? GREY : ramp[Math.round(255 * Math.min(1, Math.max(0, t)))];
  };

const place = (value: number, low: number, high: number): number =>
  Math.min(1, Math.max(0, high > low ? (value - low) / (high - low) : 0));

/** Numbers beyond `most` begin at 1 again, as in packed points. */
const wrapped = (number: number, most: number): number => (number <= most ? number : ((number - 1) % most) + 1);

/** A hue for each number, as the shader of points has it. */
function colorOfNumber(number: number): number {
  const fract = (value: number) => value - Math.floor(value);
  const hue = fract(number * 0.61803398875);
  const light = 0.65 + 0.35 * fract(number * 0.381966);
  const channel = (shift: number) => {
    const pure = Math.min(1, Math.max(0, Math.abs(fract(hue + shift / 3) * 6 - 3) - 1));
    return Math.round(255 * light * (0.85 + 0.6 * (pure - 0.85)));
  };
  return (channel(0) << 16) | (channel(2) << 8) | channel(1);
}
