import { siText } from '../ui/si-text.js';

/** Values that are as many times larger than what lies between them are told by the first, and what it is to the last. */
const FAR_FROM_ZERO = 1e5;

/** A value with its unit, or in the unit that people use; whole numbers of things are exact. */
export function valueText(value: number, unit: string | undefined): string {
  if (unit === 'rad') return `${((value * 180) / Math.PI).toFixed(2)}°`;
  if (unit !== undefined) return siText(value, unit);
  return value.toLocaleString('en', Number.isInteger(value) ? {} : { maximumSignificantDigits: 6 });
}

/** Values of a ramp from its low end to its high one in words, to as many digits as tell the ends apart. */
export function rampTexts(values: readonly number[], unit: string | undefined): string[] {
  const [low, high] = [values[0], values[values.length - 1]];
  const span = high - low;
  if (unit === 'rad' || !(span >= 1e-3)) return values.map((value) => valueText(value, unit));
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(span) + 1e-9));
  const text = (value: number) => {
    const number = (Number(value.toFixed(decimals)) + 0).toLocaleString('en', { maximumFractionDigits: decimals });
    return unit === undefined ? number : `${number} ${unit}`;
  };
  const isFar = Math.abs(low) > FAR_FROM_ZERO * span;
  return values.map((value, k) => (isFar && k > 0 ? `+${text(value - low)}` : text(value)));
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
