/** Limits and unit of a number that a user writes. */
export interface NumberRange {
  unit?: string;
  min?: number;
  max?: number;
  /** Greater than this. */
  above?: number;
  /** Less than this. */
  below?: number;
}

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;

/** The value of a decimal text without blanks at its ends; NaN for other texts, infinite if it is too large. */
export const decimalOf = (text: string): number => (DECIMAL.test(text) ? Number(text) : Number.NaN);

/** Whether a number is finite and within its limits. */
export function isWithin(value: number, { min = -Infinity, max = Infinity, above, below }: NumberRange): boolean {
  if (!Number.isFinite(value) || value < min || value > max) return false;
  return (above === undefined || value > above) && (below === undefined || value < below);
}

/** The allowed values, for messages: `a number >= 0 and < 1 (deg)`. */
export function describeRange({ unit, min, max, above, below }: NumberRange, kind = 'a number'): string {
  const limits = [
    min === undefined ? [] : [`>= ${min}`],
    above === undefined ? [] : [`> ${above}`],
    max === undefined ? [] : [`<= ${max}`],
    below === undefined ? [] : [`< ${below}`],
  ].flat();
  return [kind, limits.join(' and '), unit && `(${unit})`].filter(Boolean).join(' ');
}
