import { streamKey } from '../../../base/random.js';

/** Digits of a word of 32 bits. */
const DIGITS = 8;

/**
 * The token of a record: 32 hexadecimal digits, a hash of the names that identify it. The same names give the same
 * token on every machine.
 */
export function tokenOf(...names: readonly (string | number)[]): string {
  const codes = Array.from(names.join('\n'), (character) => character.codePointAt(0) ?? 0);
  const words = [1, 2].flatMap((seed) => streamKey(seed, ...codes));
  return words.map((word) => (word >>> 0).toString(16).padStart(DIGITS, '0')).join('');
}
