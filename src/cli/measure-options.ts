import { UserError } from '../base/errors.js';

/** Limits of a number that an option takes, and its unit. */
export interface MeasureRange {
  unit?: string;
  min?: number;
  max?: number;
  /** Greater than this. */
  above?: number;
  /** Less than this. */
  below?: number;
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;

/** The number that an option was given; undefined where it was not. Throws UserError outside of its limits. */
export function measure(option: string, text: string | undefined, range: MeasureRange = {}): number | undefined {
  if (text === undefined) return undefined;
  const value = NUMBER.test(text.trim()) ? Number(text) : Number.NaN;
  if (isWithin(value, range)) return value;
  throw new UserError(`--${option}: found «${text}», expected ${describeRange(range)}`);
}

function isWithin(value: number, { min = -Infinity, max = Infinity, above, below }: MeasureRange): boolean {
  if (!Number.isFinite(value) || value < min || value > max) return false;
  return (above === undefined || value > above) && (below === undefined || value < below);
}

/** `a number >= 0 and < 1 (deg)` */
function describeRange({ unit, min, max, above, below }: MeasureRange): string {
  const limits = [
    min === undefined ? [] : [`>= ${min}`],
    above === undefined ? [] : [`> ${above}`],
    max === undefined ? [] : [`<= ${max}`],
    below === undefined ? [] : [`< ${below}`],
  ].flat();
  return ['a number', limits.join(' and '), unit && `(${unit})`].filter(Boolean).join(' ');
}

/** The numbers of a list such as `0,0,20.5,10`; undefined where the text is none. */
export function numbersOf(text: string): number[] | undefined {
  const parts = text.split(',').map((part) => part.trim());
  return parts.every((part) => NUMBER.test(part) && Number.isFinite(Number(part))) ? parts.map(Number) : undefined;
}
