import { distinctColor, type Rgb } from './color-ramps.js';

/** First class reserved for users. */
const FIRST_USER_CLASS = 64;
/** Colours of user classes in turn, unlike those of plants, ground and houses. */
const USER_COLORS: readonly Rgb[] = [0xf284b6, 0x9f8dff, 0x57c9ea, 0xffc46b, 0xd8e85f, 0xff8f8f, 0x7fb0ff, 0xd3a4f5];

/** Name and colour of a point class in pictures. */
export interface ClassStyle {
  name: string;
  color: Rgb;
}

const STYLES: Record<number, ClassStyle> = {
  0: { name: 'never classified', color: 0x9aa3ad },
  1: { name: 'unclassified', color: 0xc3c9cf },
  2: { name: 'ground', color: 0xb9915f },
  3: { name: 'low vegetation', color: 0xb5d46a },
  4: { name: 'medium vegetation', color: 0x74b84f },
  5: { name: 'high vegetation', color: 0x43a05a },
  6: { name: 'building', color: 0xdc8a68 },
  7: { name: 'low noise', color: 0xff2fd0 },
  9: { name: 'water', color: 0x3f8fe0 },
  10: { name: 'rail', color: 0x8d6fd1 },
  11: { name: 'road surface', color: 0x8b95a5 },
  13: { name: 'wire guard', color: 0xf7e27a },
  14: { name: 'wire conductor', color: 0xffd21f },
  15: { name: 'transmission tower', color: 0x4fd3d9 },
  16: { name: 'wire connector', color: 0xffa52e },
  17: { name: 'bridge deck', color: 0xb66ac2 },
  18: { name: 'high noise', color: 0xff4f9a },
  19: { name: 'overhead structure', color: 0x5b7ddb },
  20: { name: 'ignored ground', color: 0x84694a },
  21: { name: 'snow', color: 0xf2f7fb },
  22: { name: 'temporal exclusion', color: 0x5e5e72 },
};

/** Name and colour of an ASPRS class, 0…255 (LAS 1.4 R15, table 17); `own`: names of classes from 64 on. */
export function classStyle(classification: number, own: Readonly<Record<number, string>> = {}): ClassStyle {
  const style = STYLES[classification];
  if (style) return style;
  if (classification < FIRST_USER_CLASS)
    return { name: `reserved ${classification}`, color: distinctColor(classification) };
  const color = USER_COLORS[(classification - FIRST_USER_CLASS) % USER_COLORS.length];
  return { name: own[classification]?.toLowerCase() ?? `user class ${classification}`, color };
}
