/*
 * Ranges of colours and intensities. A format says how a number is stored, seldom which number is full brightness:
 * colours of 8 bits stand in fields of 16 bits, and text has no types at all. One rule for all formats decides by the
 * declared type and by numbers of the file.
 */
import type { NumberType } from '../records/number-type.js';

/** Largest number of a colour channel: of 0 … 1, of 8 bits, of 16 bits. */
export const COLOUR_MAXIMA = Object.freeze([1, 255, 65535] as const);
export type ColourMax = (typeof COLOUR_MAXIMA)[number];

/** Full brightness in 16 bits, and the largest intensity. */
export const FULL_16_BITS = 65535;

/** Finite numbers of a file. */
export interface SeenNumbers {
  least: number;
  most: number;
  /** Whether some are no whole numbers. */
  haveParts: boolean;
}

/** The numbers that are the least and the largest intensity. */
export type ValueSpan = readonly [least: number, most: number];

/** The range of a cloud's colours. Plain data. */
export interface ColourRange {
  /** The number of full brightness. */
  max: ColourMax;
  /** The type that the file declares; absent: it declares none, as text. */
  type?: NumberType;
  /** Whether the numbers of the file show it, and nobody states it. */
  isFound: boolean;
  /** Whether only some of its numbers were looked at. */
  isGuess: boolean;
  /** The sentence that names the range; absent: it is the usual one of its type. */
  note?: string;
  /** The option that states another range, and what it does. */
  key?: string;
}

/** The range of a cloud's intensities: the numbers of 0 and of 65535. Plain data. */
export interface IntensityRange {
  /** Absent: the numbers are the intensities. */
  span?: ValueSpan;
  /** The sentence that names the range, or says that it is not known. */
  note?: string;
  /** The option that states another range, and what it does; absent: there is no doubt. */
  key?: string;
}

/** Ranges that a user states of a cloud. */
export interface StatedRanges {
  /** The number of a colour channel that is full brightness: 1, 255 or 65535; absent: by the numbers in the file. */
  rgbMax?: ColourMax;
  /** The numbers of the least and the largest intensity; absent: by the numbers in the file. */
  intensityRange?: ValueSpan;
}

/** Whether a type has whole numbers of more than 8 bits. */
const isWide = (type: NumberType | undefined): boolean => type !== undefined && /^[ui](16|32|64)$/.test(type);
const isFloat = (type: NumberType | undefined): boolean => type === 'f32' || type === 'f64';

/** Number of full brightness of colours with this declared type, of which these numbers were seen. */
function colourMaxOf(type: NumberType | undefined, { most, haveParts }: SeenNumbers): ColourMax {
  if (type === 'u8' || type === 'i8') return 255;
  if (isWide(type)) return most > 255 ? 65535 : 255;
  if (haveParts ? most <= UNIT_EXCESS : isFloat(type) && most <= 1) return 1;
  return most > 255 ? 65535 : 255;
}

/** Largest number of colours from 0 to 1: rendered ones may exceed 1, and colours of 8 bits that dark are black. */
export const UNIT_EXCESS = 2;

/** Full brightness where nothing needs to be said: of the type, or of text. */
function usualMax(type: NumberType | undefined): ColourMax {
  if (isFloat(type)) return 1;
  return isWide(type) ? 65535 : 255;
}

/** The range of colours with a declared type, undefined in text, of which these numbers were seen. */
export function colourRange(type: NumberType | undefined, seen: SeenNumbers, isGuess: boolean): ColourRange {
  const max = colourMaxOf(type, seen);
  // In text, 1 alone is nearly black, or full brightness.
  const isUsual = max === usualMax(type) && !(type === undefined && seen.most === 1);
  return { max, type, isFound: true, isGuess, ...(!isUsual && seen.most > 0 && colourWords(type, max)) };
}

function colourWords(type: NumberType | undefined, max: ColourMax): { note: string; key: string } {
  const others = COLOUR_MAXIMA.filter((other) => other !== max && (other > 1 || !isWide(type))).join(' or ');
  const where = isWide(type) ? `, in fields of ${type?.slice(1)} bits` : '';
  const how = max === FULL_16_BITS ? 'shown as they are' : `shown times ${FULL_16_BITS / max}`;
  return {
    note: `its colours are from 0 to ${max}${where}; they are ${how}`,
    key: `--rgb-max ${others} reads them otherwise`,
  };
}

/** Ends of reflectances in PTS files of Leica and ReCap. */
export const PTS_SPAN: ValueSpan = [-2048, 2047];

/** Ends of whole numbers with a sign: of 12 bits, and of 16. */
const SIGNED_SPANS: readonly ValueSpan[] = [PTS_SPAN, [-32_768, 32_767]];

/**
 * The range of intensities of which these numbers were seen, the first that contains them of those `known` to their
 * format; undefined: they are what 16 bits hold. The last of `known` is the usual one, of which nothing is said.
 */
export function intensityRange(
  type: NumberType | undefined,
  seen: SeenNumbers,
  known: readonly ValueSpan[] = [],
): IntensityRange | undefined {
  const { least, most, haveParts } = seen;
  const usual = known.at(-1);
  const isPart = least >= 0 && most <= 1 && haveParts && !isWide(type);
  const own = known.find(([low, high]) => low <= least && least <= most && most <= high);
  if (usual && own && (!isPart || own[1] === 1))
    return own === usual || most === 0 ? { span: own } : { span: own, ...knownWords(own, usual) };
  if (isPart) return { span: [0, 1], note: `its intensities are from 0 to 1; they are shown times ${FULL_16_BITS}` };
  if (!(least < 0)) return undefined;
  const span = haveParts ? undefined : SIGNED_SPANS.find(([low, high]) => low <= least && most <= high);
  const key = `--intensity-range=${least},${most}`;
  return span === undefined
    ? {
        note: `its intensities, from ${least} on, have no known range: those below 0 are held there`,
        key: `${key} shows all of them`,
      }
    : {
        span,
        note: `its intensities have a sign: ${span[0]} to ${span[1]} are shown as 0 … ${FULL_16_BITS}`,
        key: `${key} reads them otherwise`,
      };
}

const knownWords = ([least, most]: ValueSpan, usual: ValueSpan): { note: string; key: string } => ({
  note: `its intensities are from ${least} to ${most}; they are shown as 0 … ${FULL_16_BITS}`,
  key: `--intensity-range=${usual.join(',')} reads them otherwise`,
});

/** The warning of a range that is not the usual one; undefined: there is nothing to be said. */
export const rangeWarning = (range: Partial<Pick<ColourRange, 'note' | 'key'>> | undefined): string | undefined =>
  range?.key === undefined ? range?.note : `${range.note} (${range.key})`;

/** Factor and term that take the numbers of a span to 0 … 65535. */
export function scaleOfSpan([least, most]: ValueSpan): { scale: number; shift: number } {
  const scale = FULL_16_BITS / (most - least);
  return { scale, shift: least === 0 ? 0 : -least * scale };
}
