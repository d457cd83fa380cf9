import { UserError } from '../base/errors.js';
import { STANDARD_OUTPUT } from '../base/files/standard-output.js';
import { decimalOf, describeRange, isWithin, type NumberRange } from '../base/number-range.js';

/**
 * An option that is a number: shown as one by --help, but read as text, so that our own messages describe its faults.
 * Of both kinds, yargs shows the second and takes the first.
 */
export const NUMBER_OPTION = { type: 'string', number: true, requiresArg: true } as const;

/** Digits, or a number with an exponent, such as 1e6. */
const WHOLE = /^[+-]?\d+(\.\d+)?(e\+?\d{1,3})?$/i;

/** The whole number of an option, or undefined if it is not given. Throws UserError outside of [min, max]. */
export function wholeNumber(
  option: string,
  text: string | undefined,
  { min, max }: { min: number; max: number },
): number | undefined {
  if (text === undefined) return undefined;
  const value = WHOLE.test(text) ? Number(text) : Number.NaN;
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new UserError(`--${option}: found "${text}", expected a whole number from ${min} to ${max}`);
}

/** The number > 0 of an option, or undefined if it is not given. Throws UserError outside of [min, max]. */
export function positiveNumber(
  option: string,
  text: string | undefined,
  { min, max }: { min: number; max: number },
): number | undefined {
  if (text === undefined) return undefined;
  const value = /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new UserError(`--${option}: found "${text}", expected a number from ${min} to ${max}`);
}

/** The number of an option, or undefined if it is not given. Throws UserError outside of its limits. */
export function measure(option: string, text: string | undefined, range: NumberRange = {}): number | undefined {
  if (text === undefined) return undefined;
  const value = decimalOf(text.trim());
  if (isWithin(value, range)) return value;
  throw new UserError(`--${option}: found "${text}", expected ${describeRange(range)}`);
}

/** The numbers of a list such as `0,0,20.5,10`, or undefined if the text is something else. */
export function listedNumbers(text: string): number[] | undefined {
  const numbers = text.split(',').map((part) => decimalOf(part.trim()));
  return numbers.every(Number.isFinite) ? numbers : undefined;
}

/**
 * The name of a file that `where` reads, or writes. Throws UserError if it is empty, or standard input; `expected`
 * describes the files that it may name.
 */
export function namedFile(where: string, name: string, expected: string): string {
  if (name === STANDARD_OUTPUT)
    throw new UserError(`${where}: found "-", and standard input is not read`, {
      hint: 'name a file; ./- is one of this name',
    });
  if (name !== '') return name;
  throw new UserError(`${where}: found an empty name, expected the path of ${expected}`, {
    hint: 'a variable of the shell that is not set is empty too',
  });
}

/** Width and height of `1600x1200`. Throws UserError for anything else. */
export function pictureSize(option: string, text: string): { width: number; height: number } {
  const found = /^(\d{1,6})[x×](\d{1,6})$/i.exec(text);
  if (!found)
    throw new UserError(`--${option}: found "${text}", expected width and height in pixels, such as 1600x1200`);
  return { width: Number(found[1]), height: Number(found[2]) };
}
