import { UserError } from '../base/errors.js';

/** The whole number that an option was given; undefined where it was not. Throws UserError outside of [min, max]. */
export function wholeNumber(
  option: string,
  text: string | undefined,
  { min, max }: { min: number; max: number },
): number | undefined {
  if (text === undefined) return undefined;
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new UserError(`--${option}: found «${text}», expected a whole number from ${min} to ${max}`);
}

/** The number > 0 that an option was given; undefined where it was not. Throws UserError outside of [min, max]. */
export function positiveNumber(
  option: string,
  text: string | undefined,
  { min, max }: { min: number; max: number },
): number | undefined {
  if (text === undefined) return undefined;
  const value = /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new UserError(`--${option}: found «${text}», expected a number from ${min} to ${max}`);
}

/** Width and height of `1600x1200`. Throws UserError for anything else. */
export function pictureSize(option: string, text: string): { width: number; height: number } {
  const found = /^(\d{1,6})[x×](\d{1,6})$/i.exec(text);
  if (!found)
    throw new UserError(`--${option}: found «${text}», expected width and height in pixels, such as 1600x1200`);
  return { width: Number(found[1]), height: Number(found[2]) };
}

export const THREADS_MAX = 1024;
/** Seeds are 32-bit keys of the random numbers. */
export const SEED_MAX = 2 ** 32 - 1;
