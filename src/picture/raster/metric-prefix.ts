/** Powers of a thousand, from 1 downwards. */
const PREFIXES = ['', 'm', 'µ', 'n', 'p', 'f', 'a', 'z'];

/**
 * The prefix of the unit in which a positive number has one to three digits before the point, from 1 (none) down to
 * zepto, and the factor from the plain unit to that one. A number that three digits would round up to a thousand gets
 * the next prefix.
 */
export function metricPrefix(value: number): { prefix: string; factor: number } {
  let power = 0;
  while (value * 1000 ** power < 0.9995 && power < PREFIXES.length - 1) power++;
  return { prefix: PREFIXES[power], factor: 1000 ** power };
}
