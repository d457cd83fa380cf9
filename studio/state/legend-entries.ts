import { classStyle } from 'subray/browser';
import type { ColorMode } from './look.js';
import type { Tally } from './tally.js';

/** A line of the legend. */
export interface LegendEntry {
  number: number;
  name: string;
  /** 0xRRGGBB. */
  color: number;
  points: number;
}

/** Colours of single numbers that stay apart for most eyes (M. Okabe and K. Ito, "Color universal design", 2008). */
const DISTINCT = [0xe69f00, 0x56b4e9, 0x009e73, 0xf0e442, 0x0072b2, 0xd55e00, 0xcc79a7, 0xb8c0c8];

/** The colour of a number of the modes that have a colour for each. */
export function colorOf(mode: ColorMode, number: number): number {
  if (mode === 'class') return classStyle(number).color;
  if (mode === 'return') return RETURNS[Math.min(4, returnKind(number))].color;
  return DISTINCT[(number + DISTINCT.length - 1) % DISTINCT.length];
}

/** Kinds of returns: the only one, the first, one between, the last of several, none. */
const RETURNS = [
  { name: 'none', color: 0x6b7785 },
  { name: 'single', color: 0xd9e2ea },
  { name: 'first of several', color: 0xe69f00 },
  { name: 'between', color: 0x56b4e9 },
  { name: 'last of several', color: 0x009e73 },
];

/** Index in RETURNS of the byte with the number of a return and their count. */
export function returnKind(byte: number): number {
  const [number, count] = [byte & 15, byte >> 4];
  if (number === 0 || count === 0) return 0;
  if (count === 1) return 1;
  if (number === 1) return 2;
  return number === count ? 4 : 3;
}

/** The lines of a legend; none for modes with a ramp. */
export function legendEntries(
  mode: ColorMode,
  tally: Tally,
  names: { classes: Readonly<Record<number, string>>; legs: readonly string[] },
): LegendEntry[] {
  if (mode === 'class')
    return entriesOf(tally.classes, (number) => names.classes[number]?.toLowerCase() ?? classStyle(number).name, mode);
  if (mode === 'leg') return entriesOf(tally.legs, (number) => names.legs[number - 1] ?? `source ${number}`, mode);
  if (mode !== 'return') return [];
  const kinds = new Uint32Array(RETURNS.length);
  for (const [byte, count] of tally.returns.entries()) kinds[returnKind(byte)] += count;
  return RETURNS.map(({ name, color }, number) => ({ number, name, color, points: kinds[number] })).filter(
    ({ points }) => points > 0,
  );
}

const entriesOf = (counts: Uint32Array, nameOf: (number: number) => string, mode: ColorMode): LegendEntry[] =>
  [...counts].flatMap((points, number) =>
    points > 0 ? [{ number, name: nameOf(number), color: colorOf(mode, number), points }] : [],
  );
