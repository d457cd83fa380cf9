/** One of several shares of some work. */
export interface Share {
  /** Number of this share, from 0. */
  part: number;
  parts: number;
}

/** All the work. */
export const WHOLE: Share = Object.freeze({ part: 0, parts: 1 });

/** A power of two, so that a bit mask finds the index in the list. */
const OWNERS = 64;

/** Owner of each of 64 pieces in turn; all numbers are below `parts`. */
export const ownersOf = ({ parts }: Share): Uint8Array => Uint8Array.from({ length: OWNERS }, (_, i) => i % parts);
