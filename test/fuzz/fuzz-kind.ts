import type { Random } from './mutate.js';

/** A valid file that mutants are made of. */
export interface FuzzSeed {
  /** Name of the file, which decides its reader. */
  file: string;
  bytes: Uint8Array;
}

/** One kind of input: valid examples, ways to damage them, and their reader. */
export interface FuzzKind {
  /** Name in reports, and of `--kind`. */
  name: string;
  /** Share of the mutants of a run by hand, beside the weights of the other kinds: fast kinds get more. */
  weight: number;
  /** Whether lines and numbers are damaged as well as bytes. */
  isText: boolean;
  /** Words of the format, which are put into mutants. */
  dictionary: readonly string[];
  seeds(): Promise<readonly FuzzSeed[]> | readonly FuzzSeed[];
  /** An input of nested or repeated structure, at which no damage of a valid one arrives. */
  grow?(random: Random): FuzzSeed;
  /** Makes checksums right again, so that some mutants pass them. */
  mend?(bytes: Uint8Array): Uint8Array;
  /**
   * Reads a mutant in the place of `file`, and uses it as a user would. Throws the reader's error; returns a fault of
   * an accepted result, such as a coordinate that is not a number.
   */
  use(bytes: Uint8Array, file: string): Promise<string | undefined>;
}
