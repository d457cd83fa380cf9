import { printable } from './printable.js';

/** The ending of a path, with its dot, in lower case: `.las`; may be empty. */
export const endingOf = (path: string): string => (/[^/\\](\.[^./\\]*)$/.exec(path)?.[1] ?? '').toLowerCase();

/** The longest of `endings`, in lower case, that is a proper ending of the name in a path. */
export function longestEnding(path: string, endings: readonly string[]): string | undefined {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase();
  const found = endings.filter((ending) => name.endsWith(ending) && name.length > ending.length);
  return found.toSorted((a, b) => b.length - a.length)[0];
}

const NAMES_LISTED = 20;
const NAME_LETTERS = 64;
/** Letters of all names, as they are printed. */
const LISTED_LETTERS = 800;

/** A text from a file without quotes; a long one by its start. */
export const shorten = (text: string): string =>
  text.length > NAME_LETTERS ? `${text.slice(0, NAME_LETTERS - 1)}…` : text;

/** `a, b, c`; of many names from a file, the first ones, 20 at most, and a count of the others, long ones shortened. */
export function listNames(names: readonly string[]): string {
  let listed = '';
  let count = 0;
  for (const name of names.slice(0, NAMES_LISTED)) {
    const more = `${count > 0 ? ', ' : ''}${printable(shorten(name))}`;
    if (listed.length + more.length > LISTED_LETTERS) break;
    listed += more;
    count++;
  }
  return names.length > count ? `${listed} and ${names.length - count} more` : listed;
}

/** `a, b or c`. */
export function joinWords(words: readonly string[], conjunction: 'and' | 'or'): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}

/** `1 leg`, `2 legs`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
/**
 * The words of a frame's name without its number and the separator between them: `left` of `left-`; `frames` if there
 * are none.
 */
export const frameWords = (words: string): string => words.replace(/^[-_. ]+|[-_. ]+$/g, '') || 'frames';

/** The text as a part of a regular expression that matches it alone. */
export const escapeRegExp = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** A word of a shell, in quotes unless it is plain. */
export const shellWord = (word: string): string =>
  /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** A share in per cent, with two digits. */
export const percentOf = (part: number, whole: number): string => `${Number(((100 * part) / whole).toPrecision(2))} %`;

/** A text as a cell of a table in CSV: in quotes where it needs them (RFC 4180). */
export const quotedCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
