import { decimalOf } from '../../base/number-range.js';
import { SEED_MAX } from '../../base/random.js';
import { quoteText } from '../../base/yaml/faults.js';
import type { Attributes } from './attributes.js';
import { type HeliosReading, noteAt, showPlace } from './helios-reading.js';

/**
 * The seed of a survey; undefined for none and for AUTO, which stands for any. Of a decimal number it is the whole
 * part, of a date the seconds since 1970. Notes other texts, and warns of decimals that are cut off.
 */
export function readSeed(reading: HeliosReading, attributes: Attributes): number | undefined {
  const text = attributes.text('seed');
  if (text === undefined || text.toUpperCase() === 'AUTO') return undefined;
  const value = numberOf(text);
  const seed = Math.floor(value);
  if (!(seed >= 0 && seed <= SEED_MAX)) {
    const expected = `a number from 0 to ${SEED_MAX}, a date since 1970 as YYYY-MM-DD hh:mm:ss (UTC), or AUTO`;
    noteAt(reading, attributes.element.place, `seed of <survey>: found ${quoteText(text)}, expected ${expected}`);
    return undefined;
  }
  if (seed !== value)
    reading.log.warn(
      `${showPlace(attributes.element.place)}: seed of <survey>: ${quoteText(text)} is taken for ${seed}`,
    );
  return seed;
}

/** NaN if the text is neither a number nor a date. */
function numberOf(text: string): number {
  const [, day, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(text) ?? [];
  if (day !== undefined) return Date.parse(`${day}T${time}Z`) / 1000;
  return decimalOf(text);
}
