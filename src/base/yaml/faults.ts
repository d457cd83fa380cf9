import { formatPlace, type SourcePlace, UserError } from '../errors.js';

/** One fault in a file; a file's faults are collected and reported together. */
export interface Fault {
  place: SourcePlace;
  message: string;
  /** The place that names the file at `place`; absent: the user did. */
  namedAt?: SourcePlace;
}

/** Maximum number of faults listed in one message; the rest is only counted. */
const LISTED_MAX = 20;

/**
 * Throws one UserError for all of `faults`, file by file in their order; does nothing if there are none. One fault: its
 * own place and message. Several: a count, then one line per fault. What several parts find in a file that they share
 * is one fault.
 */
export function throwFaults(found: readonly Fault[], hint?: string): void {
  const faults = [...new Map(found.map((fault) => [lineOf(fault), fault])).values()];
  if (faults.length === 0) return;
  if (faults.length === 1) throw new UserError(faults[0].message, { ...faults[0], hint });
  const names = [...new Set(faults.map(({ place }) => place.file))];
  const numbers = new Map(names.map((name, number) => [name, number]));
  const numberOf = ({ place }: Fault): number => numbers.get(place.file) ?? 0;
  const ordered = [...faults].sort(
    (a, b) =>
      numberOf(a) - numberOf(b) ||
      (a.place.line ?? 0) - (b.place.line ?? 0) ||
      (a.place.column ?? 0) - (b.place.column ?? 0),
  );
  const lines = ordered.slice(0, LISTED_MAX).map(lineOf);
  if (ordered.length > LISTED_MAX) lines.push(`  and ${ordered.length - LISTED_MAX} more`);
  throw new UserError([`${ordered.length} faults`, ...lines].join('\n'), {
    place: { file: ordered[0].place.file },
    hint,
    faults: ordered,
  });
}

function lineOf({ place, message, namedAt }: Fault): string {
  const named = namedAt ? ` (named at ${formatPlace(namedAt)})` : '';
  return `  ${formatPlace(place)}: ${message}${named}`;
}

/**
 * Throws the error in `errors` if there is one, or one error with the faults of several; does nothing if there are
 * none.
 */
export function throwTogether(errors: readonly UserError[]): void {
  const texts = new Set(errors.map((error) => error.format()));
  if (texts.size === 1) throw errors[0];
  throwFaults(
    errors.flatMap((error) => {
      const { faults, place = { file: '' }, namedAt } = error;
      return faults ?? [{ place, message: messageOf(error), namedAt }];
    }),
  );
}

/** The message of a user's fault, in one line; other errors are rethrown. */
export function messageOf(error: unknown): string {
  if (!(error instanceof UserError)) throw error;
  return error.hint === undefined ? error.message : `${error.message}; ${error.hint}`;
}

/** A value for a message: text in quotes and truncated, control characters escaped, collections by their kind. */
export function showValue(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (typeof value === 'string') return quoteText(value);
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  // Only a program can contain these.
  if (ArrayBuffer.isView(value)) {
    const count = 'length' in value ? `${value.length} numbers` : `${value.byteLength} bytes`;
    return `a ${value.constructor.name} of ${count}`;
  }
  if (typeof value === 'function') return 'a function';
  return typeof value === 'object' ? 'a map' : String(value);
}

const SHOWN_LENGTH_MAX = 60;

/** `path` in quotes and in full, since paths differ at their ends. */
export const quotePath = (path: string): string => quoted(path);

/** `text` in quotes, truncated, safe to print on a terminal. */
export const quoteText = (text: string): string =>
  quoted(text.length > SHOWN_LENGTH_MAX ? `${text.slice(0, SHOWN_LENGTH_MAX)}…` : text);

function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** `legs[0].speed` for ['legs', 0, 'speed']; keys that are not plain words are quoted. */
export function formatPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const segment of path) {
    if (typeof segment === 'number') text += `[${segment}]`;
    else if (/^[\w-]+$/.test(String(segment))) text += `${text && '.'}${String(segment)}`;
    else text += `[${quoteText(String(segment))}]`;
  }
  return text;
}
