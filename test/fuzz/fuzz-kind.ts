/** A valid file that mutants are made of. */
export interface FuzzSeed {
  /** Name of the file, which decides how it is read. */
  file: string;
  bytes: Uint8Array;
}

/** One kind of input: valid examples, how they are damaged, and what reads them. */
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
  /** Makes checksums right again, so that some mutants reach what lies behind them. */
  mend?(bytes: Uint8Array): Uint8Array;
  /**
   * Reads a mutant in the place of `file`, and does with it what a user would. Throws what the reader throws; returns a
   * fault of an accepted result, such as a coordinate that is not a number.
   */
  use(bytes: Uint8Array, file: string): Promise<string | undefined>;
}
