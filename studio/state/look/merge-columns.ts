import type { Category, CategoryColumn, NumberColumn, ValueColumn } from 'subray/browser';

/** Quantities of several clouds on one scale. */
export interface MergedNumbers {
  /** Values at the ends of the ramp: none of the clouds has its own 1 % and 99 % beyond them. */
  low: number;
  high: number;
  /** The least and the greatest value. */
  least: number;
  greatest: number;
  /** Range of the scales of all clouds. */
  span: [number, number];
  /** Points in equal parts of that. */
  histogram: Float64Array;
}

/** Common values of columns of the same attribute; absent: no column has quantities, or names. */
export interface MergedColumns {
  numbers?: MergedNumbers;
  categories?: Category[];
}

/** Merges the columns of several clouds. A cloud with very many codes has quantities where others have names. */
export function mergeColumns(columns: readonly ValueColumn[]): MergedColumns {
  const numbers = columns.filter((column) => column.kind === 'numbers');
  const categories = columns.filter((column) => column.kind === 'categories');
  return {
    ...(numbers.length > 0 && { numbers: mergeNumbers(numbers) }),
    ...(categories.length > 0 && { categories: mergeCategories(categories) }),
  };
}

function mergeNumbers(columns: readonly NumberColumn[]): MergedNumbers {
  // Columns without any number are left out.
  const counted = columns.some(({ count }) => count > 0) ? columns.filter(({ count }) => count > 0) : columns;
  const from = Math.min(...counted.map(({ scale }) => scale.low));
  const to = Math.max(...counted.map(({ scale }) => scale.high));
  const histogram = new Float64Array(counted[0].histogram.length);
  for (const column of counted) spread(column, histogram, from, to);
  return {
    low: Math.min(...counted.map(({ percentiles }) => percentiles[0])),
    high: Math.max(...counted.map(({ percentiles }) => percentiles[1])),
    least: Math.min(...counted.map(({ min }) => min)),
    greatest: Math.max(...counted.map(({ max }) => max)),
    span: [from, to],
    histogram,
  };
}

/** Adds the bars of a column to those from `from` to `to`: each shares its points among the bars that it overlaps. */
function spread({ histogram, scale: { low, high } }: NumberColumn, bars: Float64Array, from: number, to: number): void {
  const width = (to - from) / bars.length;
  for (const [k, count] of histogram.entries()) {
    if (count === 0) continue;
    const [start, end] = [k, k + 1].map((edge) => low + (edge * (high - low)) / histogram.length);
    const first = width > 0 ? barAt((start - from) / width, bars) : 0;
    const last = width > 0 ? barAt((end - from) / width, bars) : 0;
    for (let bar = first; bar <= last; bar++) {
      const overlap = Math.min(end, from + (bar + 1) * width) - Math.max(start, from + bar * width);
      bars[bar] += first === last ? count : (count * Math.max(0, overlap)) / (end - start);
    }
  }
}

const barAt = (place: number, { length }: Float64Array): number => Math.min(length - 1, Math.max(0, Math.floor(place)));

function mergeCategories(columns: readonly CategoryColumn[]): Category[] {
  const found = new Map<number, Category>();
  for (const { categories } of columns)
    for (const category of categories) {
      const known = found.get(category.number);
      found.set(category.number, known ? { ...category, ...known, count: known.count + category.count } : category);
    }
  return [...found.values()].sort((a, b) => a.number - b.number);
}
