/** The numbers that a field takes. */
export interface NumberLimits {
  min?: number;
  max?: number;
  /** Numbers are greater than this. */
  above?: number;
  /** Numbers are less than this. */
  below?: number;
  isWhole?: boolean;
}

/** Fault of a text as a number: `Found 200, expected 0 to 90 %`; undefined: none. */
export function numberFault(text: string, limits: NumberLimits, unit = ''): string | undefined {
  const number = numberOf(text);
  const isRight = Number.isFinite(number) && (!limits.isWhole || Number.isInteger(number)) && isWithin(number, limits);
  if (isRight) return undefined;
  const hint = GROUPED.test(text) ? GROUPED_HINT : Number.isNaN(number) && /\d/.test(text) ? HINT : '';
  return `Found ${text.trim()}, expected ${formatLimits(limits, unit)}${hint}`;
}

const HINT = ': a number without blanks or units';

/** Digits in groups of thousands, of which nobody knows whether 1,000 is one or a thousand. */
const GROUPED = /^\s*[-+]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?\s*$/;
const GROUPED_HINT = ': without commas between thousands, and with a point before decimals';

/** The number that a text is, with a point or a comma; NaN: it is none, or may be one of two. */
export const numberOf = (text: string): number =>
  !GROUPED.test(text) && /^\s*[-+]?(\d+[.,]?\d*|[.,]\d+)(e[-+]?\d+)?\s*$/i.test(text)
    ? Number(text.replace(',', '.'))
    : Number.NaN;

/** True if a number keeps to the limits. */
export const isWithin = (
  number: number,
  { min = -Infinity, max = Infinity, above = -Infinity, below = Infinity }: NumberLimits,
): boolean => number >= min && number <= max && number > above && number < below;

/** The numbers of limits in words: `0 to 90 %`, `a whole number, 1 to 500`, `more than 0 m/s`. */
export function formatLimits(limits: NumberLimits, unit = ''): string {
  const range = formatRange(limits);
  const noun = limits.isWhole ? 'a whole number' : 'a number';
  if (range === undefined) return noun;
  const end = unit === '' ? '' : unit === '°' ? unit : ` ${unit}`;
  return `${limits.isWhole ? `${noun}, ` : ''}${range}${end}`;
}

function formatRange({ min, max, above, below }: NumberLimits): string | undefined {
  const shown = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 6 });
  if (min !== undefined && max !== undefined) return `${shown(min)} to ${shown(max)}`;
  const from = min !== undefined ? `at least ${shown(min)}` : above !== undefined && `more than ${shown(above)}`;
  const to = max !== undefined ? `at most ${shown(max)}` : below !== undefined && `less than ${shown(below)}`;
  return [from, to].filter((text) => text !== false).join(', ') || undefined;
}
