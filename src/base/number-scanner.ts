/** 10^0 … 10^22, all exact in f64. */
const EXACT_POWERS = Float64Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);
/** Integers with this many digits are exact in f64 (2^53 > 10^15). */
const EXACT_DIGITS = 15;
/** No person or program writes a longer number; bounds the input of the slow path. */
const MAX_NUMBER_BYTES = 400;

const NEWLINE = 10;
const BLANK = 32;
const PLUS = 43;
const MINUS = 45;
const DOT = 46;
const ZERO = 48;

/**
 * Reads decimal numbers from bytes of text, correctly rounded to f64. Every byte up to 32 except the newline is a
 * blank. The text must end with a newline, which stops every scan.
 */
export class NumberScanner {
  /** Index of the first byte after the last number read. */
  at = 0;

  /**
   * The number at or after `at` on the same line, or NaN. Numbers with at most 15 digits and exponents within ±22 take
   * the fast path (Clinger 1990: one division of exact numbers is correctly rounded), all others `Number`.
   */
  decimal(bytes: Uint8Array, at: number): number {
    let c = bytes[at];
    while (c <= BLANK && c !== NEWLINE) c = bytes[++at];
    const start = at;
    const negative = c === MINUS;
    if (negative || c === PLUS) c = bytes[++at];

    // Digits before and after the point form one integer.
    const digitsStart = at;
    let mantissa = 0;
    let d = c - ZERO;
    while (d >= 0 && d <= 9) {
      mantissa = mantissa * 10 + d;
      d = bytes[++at] - ZERO;
    }
    let digits = at - digitsStart;
    let fraction = 0;
    if (d === DOT - ZERO) {
      const fractionStart = ++at;
      d = bytes[at] - ZERO;
      while (d >= 0 && d <= 9) {
        mantissa = mantissa * 10 + d;
        d = bytes[++at] - ZERO;
      }
      fraction = at - fractionStart;
      digits += fraction;
    }
    if (bytes[at] > BLANK || digits > EXACT_DIGITS || digits === 0) return this.slowDecimal(bytes, start);
    this.at = at;
    const value = mantissa / EXACT_POWERS[fraction];
    return negative ? -value : value;
  }

  /** Exponents, long mantissas, "nan", "inf" and anything that is not a number. */
  private slowDecimal(bytes: Uint8Array, start: number): number {
    let end = start;
    while (bytes[end] > BLANK && end - start < MAX_NUMBER_BYTES) end++;
    this.at = end;
    if (end === start) return NaN;
    let text = '';
    for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i]);
    return DECIMAL_PATTERN.test(text) ? Number(text) : NaN;
  }

  /** The whole number at or after `at` on the same line, or NaN. Stops at the first byte that is not a digit. */
  integer(bytes: Uint8Array, at: number): number {
    let c = bytes[at];
    while (c <= BLANK && c !== NEWLINE) c = bytes[++at];
    const negative = c === MINUS;
    if (negative || c === PLUS) c = bytes[++at];
    const digitsStart = at;
    let value = 0;
    let d = c - ZERO;
    while (d >= 0 && d <= 9) {
      value = value * 10 + d;
      d = bytes[++at] - ZERO;
    }
    this.at = at;
    if (at === digitsStart) return NaN;
    return negative ? -value : value;
  }
}

/** Prevents `Number` from accepting hexadecimal, empty and infinite texts. */
const DECIMAL_PATTERN = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
