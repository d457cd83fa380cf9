import type { Box3 } from '../../base/vec3.js';

export { formatCount, formatCounted } from '../../base/format-count.js';
export { formatSeconds } from '../../base/format-seconds.js';

/** `950`, `12.3 k`, `1.2 M`, `35 G`: at most three digits. */
export function formatShort(value: number): string {
  return withUnit(value, 1000, ['', 'k', 'M', 'G', 'T']);
}

/** `512 B`, `1.2 MiB`. */
export function formatBytes(bytes: number): string {
  return withUnit(bytes, 1024, ['B', 'KiB', 'MiB', 'GiB', 'TiB']);
}

/** A share of light, with three digits after the decimal point; one for bright highlights. */
export const factorText = (value: number): string => value.toFixed(value < 10 ? 3 : 1);

/** `12.34 %`: four digits. */
export const percentText = (share: number): string => `${Number((100 * share).toPrecision(4))} %`;

/** Wavelengths (nm) at which a material is known: `400…1000 nm`. */
export function rangeText(range: readonly [number, number] | undefined): string {
  if (range === undefined) return 'at all wavelengths';
  const [first, last] = range.map((wavelength) => Number(wavelength.toFixed(1)));
  if (first === last) return `${first} nm`;
  return first < last ? `${first}…${last} nm` : 'at no wavelength: its parts have none in common';
}

/** To the centimetre, without a negative zero. */
const hundredths = (value: number): string => (Math.round(value * 100) / 100 + 0).toFixed(2);

/** A box in metres: `x -1.90 … 1.70, y -6.00 … 0.80, z 0.00 … 3.80 m`. */
export const extentText = ({ min, max }: Box3): string =>
  `${['x', 'y', 'z'].map((name, axis) => `${name} ${hundredths(min[axis])} … ${hundredths(max[axis])}`).join(', ')} m`;

/** Rows as lines with aligned columns, two blanks apart; the given columns are flush right. */
export function formatTable(rows: readonly (readonly string[])[], flushRight: readonly number[] = []): string[] {
  const widths = rows.reduce<number[]>((all, row) => row.map((cell, k) => Math.max(all[k] ?? 0, cell.length)), []);
  const fit = (cell: string, k: number) => (flushRight.includes(k) ? cell.padStart(widths[k]) : cell.padEnd(widths[k]));
  return rows.map((row) => row.map(fit).join('  ').trimEnd());
}

function withUnit(value: number, step: number, units: readonly string[]): string {
  let power = 0;
  // A value that rounds up to a whole step belongs to the next unit.
  while (Math.abs(value) >= step - 0.5 && power < units.length - 1) {
    value /= step;
    power++;
  }
  const digits = power === 0 || Math.abs(value) >= 99.95 ? Math.round(value) : Number(value.toPrecision(3));
  return units[power] ? `${digits} ${units[power]}` : `${digits}`;
}
