import { type Category, classPalette, semanticPalette, type ValueColumn } from 'subray/browser';
import type { Tally } from '../clouds/tally.js';
import type { ColorMode, PlainMode } from './look.js';
import type { MergedColumns } from './merge-columns.js';

/** A line of the legend. */
export interface LegendEntry {
  number: number;
  name: string;
  /** 0xRRGGBB. */
  color: number;
  points: number;
}

/** The source of a legend. Values of the points are there if the mode is an attribute. */
export interface LegendSource extends MergedColumns {
  tally: Tally;
  /** Names of the classes of points by their numbers, and of their sources by their ids. */
  classes: ReadonlyMap<number, string>;
  sources: ReadonlyMap<number, string>;
  isSafe: boolean;
}

/** Colours of single numbers that stay apart for most eyes (M. Okabe and K. Ito, "Color universal design", 2008). */
const DISTINCT = [0xe69f00, 0x56b4e9, 0x009e73, 0xf0e442, 0x0072b2, 0xd55e00, 0xcc79a7, 0xb8c0c8];
const distinct = (number: number): number => DISTINCT[(number + DISTINCT.length - 1) % DISTINCT.length];

/** Kinds of returns: none, the only one, the first, one between, the last of several. */
const RETURNS = [
  { name: 'none', color: 0x6b7785 },
  { name: 'single', color: 0xd9e2ea },
  { name: 'first of several', color: 0xe69f00 },
  { name: 'between', color: 0x56b4e9 },
  { name: 'last of several', color: 0x009e73 },
];

/** The kind of a return, a number of RETURNS, by the byte with its number and their count. */
export function returnKind(byte: number): number {
  const [number, count] = [byte & 15, byte >> 4];
  if (number === 0 || count === 0) return 0;
  if (count === 1) return 1;
  if (number === 1) return 2;
  return number === count ? 4 : 3;
}

/** Names of an attribute that a legend lists. */
const ENTRIES_MAX = 256;

/** The lines of a legend, whose numbers are those that can be hidden; none for modes with a ramp. */
export function legendEntries(mode: ColorMode, source: LegendSource): LegendEntry[] {
  if ('plain' in mode) return PLAIN[mode.plain]?.(source) ?? [];
  const categories = source.categories?.slice(0, ENTRIES_MAX) ?? [];
  const names = Object.fromEntries(categories.map(({ number, name = String(number) }) => [number, name]));
  const colors = new Map(semanticPalette(names).map(({ number, color }) => [number, color]));
  return categories.map(({ number, name = String(number), count }) => ({
    number,
    name,
    color: colors.get(number) ?? distinct(number),
    points: count,
  }));
}

const PLAIN: Partial<Record<PlainMode, (source: LegendSource) => LegendEntry[]>> = {
  class: ({ tally, classes, isSafe }) => {
    const palette = classPalette(Object.fromEntries(classes), { colorBlindSafe: isSafe });
    return counted(tally.classes, (number) => palette[number]);
  },
  leg: ({ tally, sources }) =>
    counted(tally.sources, (number) => ({
      name: sources.get(number) ?? `source ${number}`,
      color: distinct(number),
    })),
  return: ({ tally }) => {
    const kinds = new Uint32Array(RETURNS.length);
    for (const [byte, count] of tally.returns.entries()) kinds[returnKind(byte)] += count;
    return counted(kinds, (kind) => RETURNS[kind]);
  },
};

const counted = (counts: Uint32Array, styleOf: (number: number) => { name: string; color: number }): LegendEntry[] =>
  [...counts].flatMap((points, number) => {
    const { name, color } = styleOf(number);
    return points > 0 ? [{ number, name, color, points }] : [];
  });

/**
 * Colours of the 256 numbers of a cloud's points in a mode; undefined: hidden. `categories`: those of the cloud's own
 * values; its points have their places as numbers.
 */
export function paletteOf(
  mode: ColorMode,
  source: LegendSource,
  categories: readonly Category[] | undefined,
  isHidden: (number: number) => boolean,
) {
  const colors = new Map(legendEntries(mode, source).map(({ number, color }) => [number, color]));
  const isReturn = 'plain' in mode && mode.plain === 'return';
  return Array.from({ length: 256 }, (_, byte) => {
    const number = isReturn ? returnKind(byte) : categories ? categories[byte]?.number : byte;
    if (number === undefined) return GREY;
    return isHidden(number) ? undefined : (colors.get(number) ?? GREY);
  });
}

/** The categories of a cloud's values; undefined: it has none. */
export const categoriesOf = (column: ValueColumn | undefined): readonly Category[] | undefined =>
  column?.kind === 'categories' ? column.categories : undefined;

/** The colour of what has no entry. */
const GREY = 0x808890;
