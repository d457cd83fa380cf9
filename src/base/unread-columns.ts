import { type SourcePlace, UserError } from './errors.js';
import type { Log } from './log.js';
import { editDistance, nearestNames } from './yaml/nearest.js';

/** A header with columns that are not read. */
export interface UnreadColumns {
  /** Names of the unread columns. */
  unread: readonly string[];
  /** Names of readable columns that the header lacks. */
  lacking: readonly string[];
  place: SourcePlace;
  /** What to do instead about a column that is not read; absent, or undefined: nothing is known. */
  advice?(name: string): string | undefined;
}

/** Shorter names are all similar: to a slip, and to two wrong letters. */
const NAME_LENGTH_MIN = 4;
const NEAR_LENGTH_MIN = 5;
const LISTED_MAX = 20;

/**
 * Warns of the columns of a table that are not read. Throws UserError for a name close to that of a readable column
 * which the table lacks: a typing error would otherwise cost its values.
 */
export function reportUnread({ unread, lacking, place, advice }: UnreadColumns, log: Log): void {
  const named = unread.filter((name) => name.trim() !== '');
  for (const name of named) {
    const meant = advice?.(name) === undefined && lacking.find((known) => isSlip(name, known));
    if (!meant) continue;
    throw new UserError(`found the column "${name.slice(0, 64)}", which is not read; did you mean ${meant}?`, {
      place,
      hint: 'correct its name, or give it one that resembles no other',
    });
  }
  if (named.length === 0) return;
  const more = named.length > LISTED_MAX ? ` and ${named.length - LISTED_MAX} more` : '';
  const listed = named.slice(0, LISTED_MAX).map((name) => {
    const known = advice?.(name);
    if (known !== undefined) return `${name} (${known})`;
    const long = lacking.filter(({ length }) => length >= NEAR_LENGTH_MIN);
    const [near] = nearestNames(name, long, 1);
    return near === undefined ? name : `${name} (did you mean ${near}?)`;
  });
  log.warn(`${place.file}: columns that are not read: ${listed.join(', ')}${more}`);
}

/** One wrong letter, or two in a long name. */
function isSlip(name: string, known: string): boolean {
  if (known.length < NAME_LENGTH_MIN || Math.abs(name.length - known.length) > 2) return false;
  return editDistance(name, known) <= Math.max(1, Math.floor(known.length / 3) - 1);
}
