import { siText } from '../ui/si-text.js';

/** Values that are as many times larger than what lies between them are told by the first, and what it is to the last. */
const FAR_FROM_ZERO = 1e5;

/** A value with its unit, or in the unit that people use. */
export function valueText(value: number, unit: string | undefined): string {
  if (unit === 'rad') return `${((value * 180) / Math.PI).toFixed(2)}°`;
  return unit === undefined ? String(Number(value.toPrecision(6))) : siText(value, unit);
}

/** The ends of a ramp in words, to as many digits as tell them apart. */
export function rampEnds(low: number, high: number, unit: string | undefined): [string, string] {
  const span = high - low;
  if (unit === 'rad' || !(span >= 1e-3)) return [valueText(low, unit), valueText(high, unit)];
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(span) + 1e-9));
  const text = (value: number) => {
    const number = Number(value.toFixed(decimals));
    return unit === undefined ? String(number) : `${number} ${unit}`;
  };
  return [text(low), Math.abs(low) > FAR_FROM_ZERO * span ? `+ ${text(span)}` : text(high)];
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
