/** One of several who divide some work between them. */
export interface Share {
  /** From 0. */
  part: number;
  parts: number;
}

/** All the work. */
export const WHOLE: Share = Object.freeze({ part: 0, parts: 1 });

/** A power of two, so that a bit mask finds a place in the list. */
const OWNERS = 64;

/** Who owns which of 64 pieces in turn; all numbers below `parts`. */
export const ownersOf = ({ parts }: Share): Uint8Array => Uint8Array.from({ length: OWNERS }, (_, i) => i % parts);
