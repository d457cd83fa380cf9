import type { Rgb } from '../../picture/raster/color-ramps.js';
import type { PlanMap } from '../plan-map.js';

/** Colours for coverage counts, with their meaning. */
export interface CoverageBands {
  /** Index in `entries` of the entry for a count. */
  entryOf(count: number): number;
  colorOf(count: number): Rgb;
  entries: CoverageEntry[];
}

/** A band of counts: its name with its share of the map, its colour, and how many cells have it. Plain data. */
export interface CoverageEntry {
  name: string;
  color: Rgb;
  cells: number;
}

/** Each band begins at this count; the last one has no end. */
const BANDS: readonly { from: number; color: Rgb }[] = [
  { from: 0, color: 0x6d6a75 },
  { from: 1, color: 0x3f64b8 },
  { from: 2, color: 0x2c93b0 },
  { from: 3, color: 0x3fb68b },
  { from: 5, color: 0x9ad15c },
  { from: 9, color: 0xf2d64b },
];

/** The bands that a plan needs, each with its share of the map. */
export function coverageBands({ relief, coverage, seenBy }: PlanMap): CoverageBands {
  const counts = new Float64Array(BANDS.length);
  for (const [cell, height] of relief.heights.entries()) if (!Number.isNaN(height)) counts[bandOf(coverage[cell])]++;
  const total = Math.max(
    1,
    counts.reduce((sum, count) => sum + count, 0),
  );
  const entries = BANDS.flatMap(({ color }, band) =>
    counts[band] > 0
      ? [{ name: `${nameOf(band, seenBy)} ${percent(counts[band] / total)}`, color, cells: counts[band] }]
      : [],
  );
  const colorOf = (count: number) => BANDS[bandOf(count)].color;
  return { entryOf: (count) => entries.findIndex(({ color }) => color === colorOf(count)), colorOf, entries };
}

function bandOf(count: number): number {
  let band = BANDS.length - 1;
  while (BANDS[band].from > count) band--;
  return band;
}

function nameOf(band: number, { one, many }: PlanMap['seenBy']): string {
  const { from } = BANDS[band];
  if (from === 0) return 'not seen';
  if (band === BANDS.length - 1) return `${from} ${many} and more`;
  const last = BANDS[band + 1].from - 1;
  const numbers = last > from ? `${from} to ${last}` : `${from}`;
  return `${numbers} ${from === 1 ? one : many}`;
}

const percent = (part: number) => (part < 0.001 ? '<0.1 %' : `${(100 * part).toFixed(part < 0.0995 ? 1 : 0)} %`);
