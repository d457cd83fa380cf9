import { GPS_ADJUSTMENT } from './gps-week.js';

/**
 * Days on which a leap second had been inserted since the GPS epoch (IERS Bulletin C). Their count is the difference
 * between UTC and GPS time.
 */
const LEAP_SECONDS = [
  '1981-07-01', '1982-07-01', '1983-07-01', '1985-07-01', '1988-01-01', '1990-01-01', '1991-01-01', '1992-07-01', '1993-07-01',
  '1994-07-01', '1996-01-01', '1997-07-01', '1999-01-01', '2006-01-01', '2009-01-01', '2012-07-01', '2015-07-01', '2017-01-01',
].map((day) => Date.parse(`${day}T00:00:00Z`)); // biome-ignore format: a table

const GPS_EPOCH = Date.parse('1980-01-06T00:00:00Z');

/** Adjusted standard GPS time in seconds of a moment in UTC, milliseconds since 1970. */
export function adjustedGpsTime(utc: number): number {
  const leap = LEAP_SECONDS.filter((inserted) => inserted <= utc).length;
  return (utc - GPS_EPOCH) / 1000 + leap - GPS_ADJUSTMENT;
}

/** The moment in UTC, milliseconds since 1970, of adjusted standard GPS time in seconds. */
export function utcOfGpsTime(adjusted: number): number {
  const gps = GPS_EPOCH + (adjusted + GPS_ADJUSTMENT) * 1000;
  const leap = LEAP_SECONDS.filter((inserted, before) => inserted + before * 1000 <= gps).length;
  return gps - leap * 1000;
}

const NANO = 1e9;
const NANO_DIGITS = 9;

/**
 * The moment in UTC, nanoseconds since 1970, that is `after` seconds later than adjusted standard GPS time in seconds.
 * The latter has steps of up to 60 ns, and counts as the shortest decimal number within its step, as it was written;
 * `after` adds none of these steps.
 */
export function utcNanoseconds(adjusted: number, after = 0): bigint {
  const start = decimalNanoseconds(adjusted) + BigInt(Math.round(after * NANO));
  const whole = start - (((start % SECOND) + SECOND) % SECOND);
  // No leap second lies within a second.
  return BigInt(utcOfGpsTime(Number(whole / SECOND))) * 1_000_000n + start - whole;
}

const SECOND = BigInt(NANO);

/** Seconds as whole nanoseconds: the digits of the shortest decimal number that rounds to them. */
function decimalNanoseconds(seconds: number): bigint {
  const [whole, digits = ''] = String(Math.abs(seconds)).split('.');
  // Numbers with more digits, or an exponent, are so small that their product is exact enough.
  if (digits.length > NANO_DIGITS || /e/.test(digits)) return BigInt(Math.round(seconds * NANO));
  const size = BigInt(whole) * SECOND + BigInt(digits.padEnd(NANO_DIGITS, '0'));
  return seconds < 0 ? -size : size;
}
