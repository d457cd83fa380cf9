import { siText } from '../../ui/si-text.js';

/** Ratio of a value to the ramp's span from which on a ramp has its low end in full, and offsets from there. */
const FAR_FROM_ZERO = 1e5;

/** A value with its unit, or in the unit that people use; whole numbers of things are exact. */
export function valueText(value: number, unit: string | undefined): string {
  if (unit === 'rad') return `${((value * 180) / Math.PI).toFixed(2)}°`;
  if (unit !== undefined) return siText(value, unit);
  return value.toLocaleString('en', Number.isInteger(value) ? {} : { maximumSignificantDigits: 6 });
}

/** Values of a ramp from its low end to its high one in words, with enough digits to distinguish the ends. */
export function rampTexts(values: readonly number[], unit: string | undefined): string[] {
  const [low, high] = [values[0], values[values.length - 1]];
  const span = high - low;
  if (unit === 'rad' || !(span >= 1e-3)) {
    const texts = values.map((value) => valueText(value, unit));
    const areApart = new Set(texts).size === new Set(values).size;
    return areApart ? texts : values.map((value, k) => (k === 0 ? texts[0] : `+${offsetText(value - low, unit)}`));
  }
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(span) + 1e-9));
  const text = (value: number) => {
    const number = (Number(value.toFixed(decimals)) + 0).toLocaleString('en', { maximumFractionDigits: decimals });
    return unit === undefined ? number : `${number} ${unit}`;
  };
  const isFar = Math.abs(low) > FAR_FROM_ZERO * span;
  return values.map((value, k) => (isFar && k > 0 ? `+${text(value - low)}` : text(value)));
}

/** A small difference of two values, to three digits. */
function offsetText(offset: number, unit: string | undefined): string {
  const rounded = (value: number) =>
    Number(value.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 20, maximumSignificantDigits: 3 });
  if (unit === undefined) return rounded(offset);
  if (unit === 'rad') return `${rounded((offset * 180) / Math.PI)}°`;
  const [number, name] = siText(offset, unit).split(' ');
  return `${rounded(Number(number))} ${name}`;
}

/** Values beyond the ends of a ramp. */
interface Beyond {
  hasBelow: boolean;
  hasAbove: boolean;
}

/** Characters of the marks of a ramp that have room beside each other. */
const ROOM = 26;

/**
 * The marks of a ramp at its low end, middle and high end. Ends with values beyond them have ≤ or ≥; the middle is left
 * out if it lacks room; equal ends have one mark.
 */
export function rampMarks(values: readonly number[], unit: string | undefined, beyond: Beyond): string[] {
  const { hasBelow, hasAbove } = beyond;
  const [first, middle, last] = rampTexts(values, unit);
  if (first === last) return [hasBelow ? `≤ ${first}` : first, '', hasAbove ? `≥ ${last}` : ''];
  const [low, high] = [hasBelow ? `≤ ${first}` : first, hasAbove ? `≥ ${last}` : last];
  return [low, low.length + middle.length + high.length > ROOM ? '' : middle, high];
}

/** Points of the ramp's equal parts, by bars that span more; those beyond its ends are in the parts there. */
export function rampBars(
  {
    low,
    high,
    span: [from, to],
    histogram,
  }: { low: number; high: number; span: [number, number]; histogram: Float64Array },
  parts: number,
): number[] {
  const bars = Array<number>(parts).fill(0);
  const place = (bar: number) => {
    const value = from + (bar / histogram.length) * (to - from);
    return high > low ? Math.min(parts, Math.max(0, (parts * (value - low)) / (high - low))) : 0;
  };
  for (const [k, count] of histogram.entries()) {
    const [start, end] = [place(k), place(k + 1)];
    const first = Math.min(parts - 1, Math.floor(start));
    const last = Math.min(parts - 1, Math.max(first, Math.ceil(end) - 1));
    for (let part = first; part <= last; part++) {
      const overlap = Math.min(end, part + 1) - Math.max(start, part);
      bars[part] += first === last ? count : (count * overlap) / (end - start);
    }
  }
  return bars;
}
