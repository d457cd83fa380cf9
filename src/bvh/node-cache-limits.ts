import { UserError } from '../base/errors.js';

/** Limits of the cache of trees. */
export interface CacheLimits {
  /** Size of all trees together. */
  bytes: number;
  /** Days since a tree was last used. */
  days: number;
}

export const CACHE_LIMITS: Readonly<CacheLimits> = Object.freeze({ bytes: 4 * 2 ** 30, days: 90 });

/** Far beyond any disk and any lifetime; also the limit up to which a number of bytes is exact. */
const BYTES_MAX = 2 ** 50;
const DAYS_MAX = 1e5;

/** The limits set by the user in $SUBRAY_CACHE_SIZE and $SUBRAY_CACHE_DAYS. Throws UserError for invalid texts. */
export function cacheLimits(env: NodeJS.ProcessEnv = process.env): CacheLimits {
  const { SUBRAY_CACHE_SIZE: size, SUBRAY_CACHE_DAYS: days } = env;
  return {
    bytes: size ? sizeLimit('SUBRAY_CACHE_SIZE', size) : CACHE_LIMITS.bytes,
    days: days ? ageLimit('SUBRAY_CACHE_DAYS', days) : CACHE_LIMITS.days,
  };
}

/** Bytes from a text such as `4GiB`, the value of `name`. Throws UserError for an invalid text. */
export function sizeLimit(name: string, text: string): number {
  const bytes = parseBytes(text);
  if (bytes !== undefined && bytes <= BYTES_MAX) return bytes;
  throw new UserError(`${name}: found "${text}", expected a size up to 1024 TiB with its unit, such as 4GiB or 500MB`);
}

/** Days from a text such as `90`, the value of `name`. Throws UserError for an invalid text. */
export function ageLimit(name: string, text: string): number {
  const days = /^(\d+\.?\d*|\.\d+)$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (days <= DAYS_MAX) return days;
  throw new UserError(`${name}: found "${text}", expected a number of days from 0 to ${DAYS_MAX}`);
}

const UNITS: Readonly<Record<string, number>> = {
  B: 1,
  kB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
};

const unitNamed = (name: string) => Object.keys(UNITS).find((unit) => unit.toLowerCase() === name.toLowerCase());

/** The number of bytes in a text such as `4GiB`, `1.5 MB` or `0`, with units in any case, or undefined. */
export function parseBytes(text: string): number | undefined {
  const found = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(text.trim());
  if (!found) return undefined;
  const [value, unit] = [Number(found[1]), unitNamed(found[2])];
  if (unit !== undefined) return Math.round(value * UNITS[unit]);
  return value === 0 && found[2] === '' ? 0 : undefined;
}
